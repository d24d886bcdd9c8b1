import { dayMs } from '@moqi/domain/time/civil-date'
import { legalSealText } from '@moqi/domain/contract/batch-sign'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { companySigner, ownSignId, type Player, player, prepared, proveWill } from '#src/testing/contract-scene.ts'
import { jing, yunqi } from '#src/testing/demo-cast.ts'
import { grantAsked, letterSigned, waitingGrant } from '#src/testing/grant-scene.ts'
import { type Holder, newHolder } from '#src/testing/holder-scene.ts'
import { legalSeal } from '#src/testing/legal-seal.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player
/** The administrator, and the legal representative where there is one. */
let owner: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())
beforeEach(async () => {
  // A day of its own, since codes are counted by the day.
  clock += 2 * dayMs
  launcher = await player(server, '13800000004', 'company')
  owner = await player(server, jing.phone, 'company')
})

/** A contract that waits for the company's seal and its legal representative's, to be put by that colleague. */
async function waiting(signer: { name: string; phone: string; who: Player }): Promise<string> {
  const { signId, taskId } = await prepared(server, launcher, [companySigner(1, yunqi, signer)])
  const { data } = await server.call('getDraftInfo', { signId }, launcher)
  const [first] = data.positionArray
  if (!first) throw new Error('no place')
  const legal = { ...first, positionId: 'l1', positionType: 'legalSeal' as const, x: 80, width: 20, height: 20 }
  const positionArray = [...data.positionArray, legal]
  const placed = await server.call('saveLocation', { signId, version: data.version, positionArray }, launcher)
  expect([placed.message, placed.data.status]).toEqual(['操作成功', 'waitSend'])
  expect((await server.call('sendTask', { signId }, launcher)).code).toBe(200)
  return ownSignId(server, signer.who, taskId)
}

async function officialSeal(who: Player): Promise<string> {
  const { data } = await server.call('userSeals', {}, who)
  return data.sealInfoArray.find(({ sealType }) => sealType === 'company')?.sealId ?? ''
}

/** Signs with that seal at the company's place, and with this one at the legal representative's. */
async function sign(who: Player, signId: string, seals: { company: string; legal: string }, authToken: string) {
  const { data } = await server.call('getSignDetailInfo', { signId }, who)
  const positionArray = data.positionArray.map(({ positionId, positionType }) => {
    if (positionType === 'companySeal') return { positionId, sealId: seals.company }
    return positionType === 'legalSeal' ? { positionId, sealId: seals.legal } : { positionId }
  })
  return server.call('sign', { signId, authToken, positionArray }, who)
}

const check = async (who: Player, signId: string) =>
  (await server.call('signBeforeCheck', { signId }, who)).data.signBeforeCheckInfo

test('a company without that seal is told what is asked and who may give it', async () => {
  const signId = await waiting({ ...jing, who: owner })
  expect(await check(owner, signId)).toBe(legalSealText)
  const rows = await server.call('getBatchSignSealInfo', { signIds: [signId] }, owner)
  expect(rows.data.batchSignArray[0]).toMatchObject({ signBeforeCheck: 0, signBeforeCheckInfo: legalSealText })
  const permission = await server.call('checkSealPermission', { signId }, owner)
  expect(permission.data).toEqual({ sealPermission: 'none', message: legalSealText })
})

test('each seal goes to its own place alone, and the records name both', async () => {
  const legal = await legalSeal(server, owner, 1)
  const signId = await waiting({ ...jing, who: owner })
  const company = await officialSeal(owner)
  const authToken = await proveWill(server, owner, signId)
  const by = (seals: { company: string; legal: string }) => sign(owner, signId, seals, authToken)
  expect((await by({ company, legal: company })).message).toBe('此处需要加盖法定代表人章，不能使用其他印章')
  expect((await by({ company: legal, legal })).message).toBe('此处需要加盖企业印章')
  expect((await by({ company, legal })).code).toBe(200)
  const { data } = await server.call('listSignatureRecords', { pageSize: 50 }, owner)
  const kinds = data.recordArray.flatMap((record) => (record.signId === signId ? [record.sealType] : []))
  expect(kinds.toSorted()).toEqual(['company', 'legal'])
})

test('who has no right to it is told, an application does not open it, and its owner’s letter does', async () => {
  const legal = await legalSeal(server, owner, 2)
  const holder: Holder = await newHolder(server, owner, 2)
  const plain = await grantAsked(server, owner, holder.memberId)
  const company = await officialSeal(owner)
  await letterSigned(
    server,
    { owner, holder: holder.own },
    await waitingGrant(server, owner, { ...plain, sealId: company }),
  )
  const signId = await waiting({ name: holder.name, phone: holder.phone, who: holder })
  expect(await check(holder, signId)).toBe(legalSealText)
  const grantor = await player(server, owner.phone, 'person')
  clock += 61_000
  await letterSigned(
    server,
    { owner, grantor, holder: holder.own },
    await waitingGrant(server, owner, { ...plain, sealId: legal }),
  )
  expect(await check(holder, signId)).toBe('')
  const authToken = await proveWill(server, holder, signId)
  expect((await sign(holder, signId, { company, legal }, authToken)).code).toBe(200)
  const { data } = await server.call('listSignatureRecords', { pageSize: 50 }, owner)
  const record = data.recordArray.find((one) => one.signId === signId && one.sealType === 'legal')
  expect(record?.grantNo).toMatch(/^\S+$/)
})

test('it is a company’s to place, and no cross-page seal is cut from it', async () => {
  const { signId } = await prepared(server, launcher, [companySigner(1, yunqi, jing)])
  const { data } = await server.call('getDraftInfo', { signId }, launcher)
  const [first] = data.positionArray
  if (!first) throw new Error('no place')
  const legal = { ...first, positionType: 'legalSeal' as const, width: 20, height: 20 }
  const across = { ...first, positionId: 'x1', positionType: 'crossPage' as const, page: 1, pages: 'all' as const }
  const placed = await server.call(
    'saveLocation',
    { signId, version: data.version, positionArray: [legal, across] },
    launcher,
  )
  expect([placed.message, placed.data.status]).toEqual(['操作成功', 'draft'])
  const sent = await server.call('sendTask', { signId }, launcher)
  expect(JSON.stringify(sent.data)).toContain('在有骑缝章的文件中还需要一处印章')
})
