import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memberIdOf } from '#src/testing/company-scene.ts'
import { newcomer, type Player, player } from '#src/testing/contract-scene.ts'
import { grantAsked, letterSigned, termOf, waitingGrant } from '#src/testing/grant-scene.ts'
import { type Holder, holderAgain, newHolder } from '#src/testing/holder-scene.ts'
import { legalSeal } from '#src/testing/legal-seal.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let number = 0
let owner: Player
let holder: Holder

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())
beforeEach(async () => {
  // A day of its own, since codes are counted by the day.
  clock += 2 * dayMs
  owner = await player(server, '13800000002', 'company')
  holder = await newHolder(server, owner, number++)
})

/** Both again, days later: who has not come for long signs in anew. */
async function signInAgain(): Promise<void> {
  owner = await player(server, owner.phone, 'company')
  holder = await holderAgain(server, holder)
}

const asked = () => grantAsked(server, owner, holder.memberId)
const stateOf = async (grantId: string) => (await server.call('getSealGrant', { grantId }, owner)).data

async function inForce(change: object = {}): Promise<string> {
  const grantId = await waitingGrant(server, owner, { ...(await asked()), ...change })
  await letterSigned(server, { owner, holder: holder.own }, grantId)
  return grantId
}

const ownId = () => memberIdOf(server, owner, owner.phone)

describe('who may', () => {
  test('nobody grants a seal to oneself, to an administrator, beyond three years, or to who is no real-named member', async () => {
    const plain = await asked()
    const refusals = [
      { ...plain, memberId: await ownId() },
      { ...plain, endTime: termOf(clock, 3 * 366).endTime },
      { ...plain, beginTime: plain.beginTime - dayMs },
    ]
    for (const input of refusals)
      expect((await server.call('addSealGrant', input, owner)).data.reason).toBe('field/invalid')
    const stranger = await newcomer(server, `1391303${String(number).padStart(4, '0')}`, '孙外人')
    const { data } = await server.call('getUserSpaceInfo', {}, stranger)
    const foreign = { ...plain, memberId: data.spaceInfoArray[0]?.tenantId ?? '' }
    expect((await server.call('addSealGrant', foreign, owner)).data.reason).toBe('member/not-found')
  })

  test('the legal representative’s seal is granted by that person alone', async () => {
    const sealId = await legalSeal(server, owner, number)
    const legal = { ...(await asked()), sealId }
    const roles = await server.call('saveRole', { roleName: `印章管理员${number}`, rightArray: ['manageSeals'] }, owner)
    await server.call(
      'updateMember',
      { memberId: holder.memberId, memberName: holder.name, roleId: roles.data.roleId },
      owner,
    )
    const input = { ...legal, memberId: await memberIdOf(server, owner, '13800000003') }
    const refused = await server.call('addSealGrant', input, holder)
    expect([refused.status, refused.data?.reason ?? refused.code]).toContain(403)
    const grantId = await waitingGrant(server, owner, legal)
    expect((await server.call('sendGrantLetter', { grantId }, holder)).status).toBe(403)
    expect((await server.call('revokeSealGrant', { grantId, reason: '岗位调整' }, holder)).status).toBe(403)
    const grantor = await player(server, owner.phone, 'person')
    await letterSigned(server, { owner, grantor, holder: holder.own }, grantId)
    expect((await stateOf(grantId)).grantState).toBe('effective')
    const { data } = await server.call('companyLegal', {}, owner)
    expect(data.sealInfo?.sealId).toBe(sealId)
  })

  test('the list counts each state as it is now, finds seal and member, and turns its pages', async () => {
    const first = await inForce(termOf(clock, 1))
    const second = await waitingGrant(server, owner, await asked())
    const keyword = holder.name
    const list = async (more: object = {}) => (await server.call('listSealGrant', { keyword, ...more }, owner)).data
    const both = await list()
    expect(both.grantArray.map(({ grantId, grantState }) => [grantId, grantState])).toEqual([
      [second, 'waitSign'],
      [first, 'effective'],
    ])
    expect((await list({ grantState: 'effective' })).grantArray.map(({ grantId }) => grantId)).toEqual([first])
    expect((await list({ sealId: both.grantArray[0]?.sealId })).grantArray).toHaveLength(2)
    expect((await list({ sealId: server.deps.newId() })).grantArray).toEqual([])
    for (let more = 0; more < 9; more++) await waitingGrant(server, owner, await asked())
    const page = await list({ pageSize: 10 })
    expect(page.grantArray).toHaveLength(10)
    const rest = await list({ pageSize: 10, cursor: page.nextCursor })
    expect([rest.grantArray.map(({ grantId }) => grantId), rest.nextCursor]).toEqual([[first], null])
    clock = termOf(clock, 1).endTime + 1000
    await signInAgain()
    const { countArray } = await list()
    expect(countArray.toSorted((a, b) => (a.grantState < b.grantState ? -1 : 1))).toEqual([
      { grantState: 'expired', number: 1 },
      { grantState: 'waitSign', number: 10 },
    ])
  })

  test('an operator is shut out of every call', async () => {
    for (const name of ['listSealGrant', 'getGrantMaking'] as const)
      expect((await server.call(name, {}, holder)).status).toBe(403)
  })
})
