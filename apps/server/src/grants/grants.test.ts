import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { byJob } from '#src/cores/contract/contract-job.ts'
import { turnGrant } from '#src/cores/seal/turn-grant.ts'
import { expireContract } from '#src/contracts/close-contract.ts'
import { memberIdOf } from '#src/testing/company-scene.ts'
import {
  choices,
  companySigner,
  ownSignId,
  personSigner,
  type Player,
  player,
  proveWill,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { grantAsked, letterOf, letterSigned, signLetter, termOf, waitingGrant } from '#src/testing/grant-scene.ts'
import { arrivedMessages } from '#src/testing/messages.ts'
import { lockWaited } from '#src/testing/owner-query.ts'
import { type Holder, holderAgain, newHolder } from '#src/testing/holder-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { recallLetter } from './recall-letter.ts'

const company = '杭州云启科技有限公司'
const unpermitted = '您没有该印章的使用权限，请提交用印审批'
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
const usable = async (signId?: string) =>
  (await server.call('userSeals', signId === undefined ? {} : { signId }, holder)).data.sealInfoArray.length
/** A contract that the holder signs for the company, alone or with somebody. */
const toSeal = (others: ReturnType<typeof personSigner>[] = [], contractAmount: number | null = null) =>
  sent(server, owner, [companySigner(1, company, holder), ...others], { contractAmount })

async function inForce(change: object = {}): Promise<string> {
  const grantId = await waitingGrant(server, owner, { ...(await asked()), ...change })
  await letterSigned(server, { owner, holder: holder.own }, grantId)
  return grantId
}

test('a grant waits for its letter, which costs nothing; signed by both it lets the member seal, and is named (S2)', async () => {
  const grantId = await waitingGrant(server, owner, await asked())
  expect((await stateOf(grantId)).grantState).toBe('waitSign')
  expect(await usable()).toBe(0)
  const ledger = () =>
    server.deps.db.read(owner.tenantId, (db) => db.selectFrom('quota_entry').select('quota_entry_id').execute())
  const before = (await ledger()).length
  const letter = await server.call('sendGrantLetter', { grantId }, owner)
  expect(letter.data.isSigner).toBe(1)
  expect((await server.call('sendGrantLetter', { grantId }, owner)).data.signId).toBe(letter.data.signId)
  const detail = (await server.call('getSignDetailInfo', { signId: letter.data.signId ?? '' }, owner)).data
  expect(detail.taskNo).toMatch(/^SQ2026\d{4}\d{3}$/)
  expect(detail.fileArray.map(({ fileName }) => fileName)).toEqual(['电子印章授权书.pdf'])
  expect(detail.operationArray).not.toContain('void')
  expect((await signLetter(server, owner)).code).toBe(200)
  expect((await stateOf(grantId)).grantState).toBe('waitSign')
  expect((await signLetter(server, holder.own)).code).toBe(200)
  expect((await ledger()).length).toBe(before)
  expect(await stateOf(grantId)).toMatchObject({ grantState: 'effective', letterNo: detail.taskNo })
  const { taskId } = await toSeal()
  expect((await signNow(server, holder, taskId)).code).toBe(200)
  const records = await server.deps.db.read(owner.tenantId, (db) =>
    db.selectFrom('signature_record').where('contract_id', '=', taskId).select(['grant_id', 'grant_no']).execute(),
  )
  expect(records).toEqual([{ grant_id: grantId, grant_no: detail.taskNo }])
  const exported = (await server.blob('exportSignatureRecords', {}, owner)).bytes.toString('utf8').split('\r\n')
  const column = exported[0]?.split(',').indexOf('印章授权书') ?? -1
  expect(exported.map((line) => line.split(',')[column])).toContain(detail.taskNo)
})

test('the administrator seals by office, and the record names no grant', async () => {
  const { taskId } = await sent(server, owner, [companySigner(1, company, { name: '李静', phone: owner.phone })])
  await signNow(server, owner, taskId)
  const records = await server.deps.db.read(owner.tenantId, (db) =>
    db.selectFrom('signature_record').where('contract_id', '=', taskId).select('grant_id').execute(),
  )
  expect(records).toEqual([{ grant_id: null }])
})

describe('a letter that comes to nothing', () => {
  test('refused leaves the grant waiting and says so; another letter makes it hold', async () => {
    const grantId = await waitingGrant(server, owner, await asked())
    await server.call('sendGrantLetter', { grantId }, owner)
    await signLetter(server, owner)
    const signId = await letterOf(server, holder.own)
    expect((await server.call('rejectTask', { signId, reason: '期限有误' }, holder.own)).code).toBe(200)
    expect(await stateOf(grantId)).toMatchObject({ grantState: 'waitSign', letterEnd: 'reject' })
    await letterSigned(server, { owner, holder: holder.own }, grantId)
    expect(await stateOf(grantId)).toMatchObject({ grantState: 'effective', letterEnd: null })
  })

  test('expired says so too', async () => {
    const grantId = await waitingGrant(server, owner, await asked())
    await server.call('sendGrantLetter', { grantId }, owner)
    const letter = await letterRow(grantId)
    clock += 8 * dayMs
    await byJob(expireContract)(server.deps, { tenantId: owner.tenantId, contractId: letter })
    owner = await player(server, owner.phone, 'company')
    expect(await stateOf(grantId)).toMatchObject({ grantState: 'waitSign', letterEnd: 'expired' })
  })

  test('revoked meanwhile takes the letter back', async () => {
    const grantId = await waitingGrant(server, owner, await asked())
    const { data } = await server.call('sendGrantLetter', { grantId }, owner)
    expect((await server.call('revokeSealGrant', { grantId, reason: '岗位调整' }, owner)).code).toBe(200)
    const place = { tenantId: owner.tenantId, contractId: await letterRow(grantId) }
    for (let again = 0; again < 2; again++) await byJob(recallLetter)(server.deps, place)
    const detail = (await server.call('getSignDetailInfo', { signId: data.signId ?? '' }, owner)).data
    expect(detail.taskStatus).toBe('recall')
    expect(await stateOf(grantId)).toMatchObject({ grantState: 'revoked', stateReason: '岗位调整' })
  })
})

const letterRow = async (grantId: string) => {
  const row = await server.deps.db.read(owner.tenantId, (db) =>
    db.selectFrom('seal_grant').where('grant_id', '=', grantId).select('letter_contract_id').executeTakeFirstOrThrow(),
  )
  return row.letter_contract_id ?? ''
}

describe('the scope', () => {
  test('of one contract lets the member seal that one alone', async () => {
    const one = await toSeal()
    const other = await toSeal()
    await inForce({ grantScope: 'contract', taskId: one.taskId })
    const [signId, otherId] = [
      await ownSignId(server, holder, one.taskId),
      await ownSignId(server, holder, other.taskId),
    ]
    expect([await usable(signId), await usable(otherId)]).toEqual([1, 0])
    const checked = await server.call('signBeforeCheck', { signId: otherId }, holder)
    expect(checked.data).toMatchObject({ signBeforeCheck: 0, signBeforeCheckInfo: unpermitted })
    expect((await signNow(server, holder, other.taskId)).message).toBe(unpermitted)
    expect((await signNow(server, holder, one.taskId)).code).toBe(200)
  })

  test('of a counterpart keeps everybody else out', async () => {
    await inForce({ counterpartArray: ['王小明'] })
    const wang = personSigner(2, '王小明', '13800000001')
    const chen = personSigner(3, '陈思', '13800000004')
    const [both, alone] = [await toSeal([wang, chen]), await toSeal([wang])]
    expect((await signNow(server, holder, both.taskId)).message).toBe(unpermitted)
    expect((await signNow(server, holder, alone.taskId)).code).toBe(200)
  })

  test('up to an amount keeps out what is above it, or of an amount that nobody wrote', async () => {
    await inForce({ amountMax: 50_000_00 })
    const [above, unknown, within] = [await toSeal([], 50_000_01), await toSeal(), await toSeal([], 50_000_00)]
    for (const { taskId } of [above, unknown]) expect((await signNow(server, holder, taskId)).message).toBe(unpermitted)
    expect((await signNow(server, holder, within.taskId)).code).toBe(200)
  })
})

/** What the holder would sign with, proved and chosen, but not yet asked for. */
async function ready() {
  const { taskId } = await toSeal()
  const signId = await ownSignId(server, holder, taskId)
  const authToken = await proveWill(server, holder, signId)
  return { signId, authToken, positionArray: await choices(server, holder, signId) }
}

/** Holds the grant's row until a signature waits for it, then revokes it in the same transaction. */
async function heldBack(grantId: string) {
  const held = Promise.withResolvers<null>()
  const go = Promise.withResolvers<null>()
  const done = server.deps.db.write(owner.tenantId, async (tx) => {
    await tx.updateTable('seal_grant').set({ state: 'revoked' }).where('grant_id', '=', grantId).execute()
    held.resolve(null)
    await go.promise
  })
  await held.promise
  return {
    waited: lockWaited(server, 'with granted as'),
    async revoke() {
      go.resolve(null)
      await done
    },
  }
}

describe('between check and stamp', () => {
  test('a grant that is revoked signs nothing, and its holder is told', async () => {
    const grantId = await inForce()
    const signing = await ready()
    expect((await server.call('revokeSealGrant', { grantId, reason: '岗位调整' }, owner)).code).toBe(200)
    expect((await server.call('sign', signing, holder)).message).toBe(unpermitted)
    const told = await arrivedMessages(server, { recipient: holder.phone, scene: 'sealChanged', count: 2 })
    expect(told.at(0)?.body).toContain('操作人李静')
    const again = await server.call('revokeSealGrant', { grantId, reason: '岗位调整' }, owner)
    expect(again.data.reason).toBe('seal/grant-changed')
  })

  test('the signature’s own statement reads state and term again', async () => {
    const grantId = await inForce()
    const { signId, authToken, positionArray } = await ready()
    const stop = await heldBack(grantId)
    const signing = server.call('sign', { signId, authToken, positionArray }, holder)
    await stop.waited
    await stop.revoke()
    const answer = await signing
    expect(answer).toMatchObject({ data: { reason: 'seal/changed' } })
  })

  test('a grant signs in its last second and not at the next midnight', async () => {
    await inForce(termOf(clock, 1))
    const { endTime } = termOf(clock, 1)
    clock = endTime - 60_000
    await signInAgain()
    const last = await ready()
    const late = await ready()
    clock = endTime + 999
    expect((await server.call('sign', last, holder)).code).toBe(200)
    clock = endTime + 1000
    expect((await server.call('sign', late, holder)).message).toBe(unpermitted)
  })
})

test('a grant that is to begin later waits, begins by itself and ends by itself, and both are told', async () => {
  const begin = termOf(clock + 3 * dayMs, 2)
  const grantId = await inForce(begin)
  expect((await stateOf(grantId)).grantState).toBe('waitEffective')
  expect(await usable()).toBe(0)
  const turn = () => turnGrant(server.deps, { tenantId: owner.tenantId, grantId })
  await turn()
  clock = begin.beginTime
  await turn()
  await signInAgain()
  expect((await stateOf(grantId)).grantState).toBe('effective')
  expect(await usable()).toBe(1)
  clock = begin.endTime + 1000
  for (let again = 0; again < 2; again++) await turn()
  await signInAgain()
  expect((await stateOf(grantId)).grantState).toBe('expired')
  expect(await usable()).toBe(0)
  const { sealId } = await stateOf(grantId)
  const { logArray } = (await server.call('listSealLog', { sealId }, owner)).data
  expect(logArray.slice(0, 3).map(({ label }) => label)).toEqual(['授权到期', '授权使用', '新增授权'])
})

test('a member who leaves loses every grant', async () => {
  const grantId = await inForce()
  await server.call('removeMember', { memberId: holder.memberId, successorId: await ownId() }, owner)
  expect(await stateOf(grantId)).toMatchObject({ grantState: 'revoked', stateReason: '成员已离开企业' })
})

const ownId = () => memberIdOf(server, owner, owner.phone)
