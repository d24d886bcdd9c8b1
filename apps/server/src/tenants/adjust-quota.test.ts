import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '#src/cores/quota/check-ledger.ts'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { enrolled } from '#src/testing/operator-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const clock = Date.UTC(2026, 10, 20, 2)
const reason = '订单已到账未入账，人工补记'
let server: TestServer
let owner: Player
let person: Player
let chen: { token: string }
let zhou: { token: string }

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, '13800000002', 'company')
  person = await player(server, '13800000001', 'person')
  chen = await enrolled(server, 'chenchen')
  zhou = await enrolled(server, 'zhoumin')
})
afterAll(() => server.close())

const surplus = async (who = owner) => (await server.call('listPacks', {}, who)).data.surplus
const newest = async (who = owner) => (await server.call('listLedger', {}, who)).data.lineArray[0]
type Wish = { copies: number; months?: number; packId?: string; reason?: string; tenantId?: string }
const propose = (wish: Wish, who = chen) =>
  server.call('proposeAdjustment', { tenantId: owner.tenantId, reason, ...wish }, who)
const agree = (proposalId: string, who = zhou) => server.call('agreeProposal', { proposalId }, who)

test('what is proposed changes nothing before another agrees, and the ledger then says why', async () => {
  const before = await surplus()
  const { data } = await propose({ copies: 100, months: 12 })
  expect(await surplus()).toBe(before)
  expect((await propose({ copies: 1, months: 1 }, zhou)).data['reason']).toBe('proposal/pending')
  expect((await agree(data.proposalId, chen)).data?.['reason']).toBe('operator/second-person')
  expect(await surplus()).toBe(before)
  const answers = await Promise.all([agree(data.proposalId), agree(data.proposalId)])
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
  expect(await surplus()).toBe(before + 100)
  expect(await newest()).toMatchObject({ ledgerKind: 'adjust', change: 100, reason, packName: '赠送', contract: null })
  const { data: log } = await server.call('listPlatformLog', {}, owner)
  expect(log.logArray[0]).toMatchObject({ label: '平台调整份数', detail: `增加100份，有效期12个月。原因：${reason}` })
  expect(await checkLedger(server.deps.db)).toEqual([])
})

test('unused copies are taken back out of a pack, not more than are left when it is agreed to', async () => {
  const { data: packs } = await server.call('listPacks', {}, owner)
  const pack = packs.packArray.find(({ remaining }) => remaining === 100)
  const packId = pack?.packId ?? ''
  const before = await surplus()
  expect((await propose({ copies: -101, packId })).data['reason']).toBe('quota/pack-changed')
  expect((await propose({ copies: -1, packId: 'nobody' })).data['reason']).toBe('quota/pack-changed')
  expect((await propose({ copies: -1, packId, tenantId: person.tenantId })).data['reason']).toBe('quota/pack-changed')
  const { data } = await propose({ copies: -60, packId })
  expect((await agree(data.proposalId)).code).toBe(200)
  expect(await surplus()).toBe(before - 60)
  expect(await newest()).toMatchObject({ ledgerKind: 'adjust', change: -60, reason })
  const { data: late } = await propose({ copies: -40, packId })
  await server.deps.db.write(owner.tenantId, (tx) =>
    tx.updateTable('quota_pack').set({ remaining: 39 }).where('pack_id', '=', packId).execute(),
  )
  expect((await agree(late.proposalId)).data?.['reason']).toBe('quota/pack-changed')
  expect(await newest()).toMatchObject({ change: -60 })
  await server.deps.db.write(owner.tenantId, (tx) =>
    tx.updateTable('quota_pack').set({ remaining: 40 }).where('pack_id', '=', packId).execute(),
  )
  expect((await server.call('refuseProposal', { proposalId: late.proposalId, reason: '金额不符' }, zhou)).code).toBe(
    200,
  )
  expect((await agree(late.proposalId)).data?.['reason']).toBe('proposal/changed')
  expect(await checkLedger(server.deps.db)).toEqual([])
})

test.each([
  [{ copies: 0, months: 1 }, 'copies'],
  [{ copies: 5 }, 'copies'],
  [{ copies: -5 }, 'copies'],
  [{ copies: 5, months: 1, reason: '' }, 'reason'],
])('%o is refused by its field', async (wish, field) => {
  expect((await propose(wish)).data['field']).toBe(field)
})

test('nobody but an operator proposes or agrees', async () => {
  for (const who of [owner, { token: '' }]) {
    expect((await propose({ copies: 1, months: 1 }, who)).data['reason']).toBe('session/required')
    expect((await agree('nobody', who)).data?.['reason']).toBe('session/required')
  }
})
