import { afterAll, beforeAll, expect, test } from 'vitest'
import { newcomer, type Player, player } from '#src/testing/contract-scene.ts'
import { enrolled } from '#src/testing/operator-scene.ts'
import { bought, orderOf } from '#src/testing/order-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const soon = 5 * 60_000
let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer
let company: Player
let person: Player
let chen: Awaited<ReturnType<typeof enrolled>>
let zhou: Awaited<ReturnType<typeof enrolled>>

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  company = await player(server, '13800000002', 'company')
  person = await player(server, '13800000001', 'person')
  chen = await enrolled(server, 'chenchen')
  zhou = await enrolled(server, 'zhoumin')
})
afterAll(() => server.close())

const terms = {
  packName: '企业300份',
  copies: 300,
  fen: 159_900,
  months: 12,
  audience: 'company',
  saleBegin: null,
  saleEnd: null,
} as const
const reason = '新增中间档位'

const listed = async (input = {}) => (await server.call('listCatalogue', input, chen)).data.offerArray
const named = async (packName: string) => (await listed()).find((one) => one.packName === packName)
const detail = async (offerId: string) => (await server.call('getCatalogueOffer', { offerId }, chen)).data
const onSale = async (who: Player) =>
  (await server.call('listOffers', {}, who)).data.offerArray.map(({ packName }) => packName)
const lastDeed = async (who = chen) => (await server.call('operatorSelf', {}, who)).data.logArray[0]
const made = async (packName: string) => {
  const { data } = await server.call('saveOffer', { ...terms, packName, reason }, chen)
  return data.offerId
}
const buy = (offer: { offerId: string; fen: number; versionNo?: number }) =>
  server.call('createOrder', { ...offer, quantity: 1 }, company)

test('the first offers are there, a trial among them that nobody buys, each with its first version', async () => {
  const first = await listed()
  expect(first.map(({ packName, fen }) => [packName, fen]).slice(0, 2)).toEqual([
    ['体验5份', 0],
    ['个人20份', 9900],
  ])
  expect(new Set(first.map(({ offerState, versionNo }) => `${offerState} ${versionNo}`))).toEqual(new Set(['onSale 1']))
  for (const who of [company, person]) expect(await onSale(who)).not.toContain('体验5份')
  expect((await detail('company-100')).versionArray).toMatchObject([{ versionNo: 1, madeBy: '平台', reason: null }])
  expect((await buy({ offerId: 'trial-5', fen: 1 })).data).toEqual({ reason: 'order/offer-changed' })
})

test('an offer is weighed, made, bought, changed and sold no longer; the order stays what it was', async () => {
  const weighed = await server.call('weighOffer', terms, chen)
  expect(weighed.data).toMatchObject({ needsSecond: 0, waitingNumber: 0 })
  expect(weighed.data.lineArray).toContainEqual({ label: '价格', before: null, after: '1,599.00元' })
  const offerId = await made(terms.packName)
  expect(await lastDeed()).toMatchObject({ label: '新增套餐', detail: expect.stringContaining('价格1,599.00元') })
  expect(await onSale(company)).toContain(terms.packName)
  expect(await onSale(person)).not.toContain(terms.packName)

  const { data: order } = await buy({ offerId, fen: terms.fen, versionNo: 1 })
  const cheaper = { offerId, ...terms, fen: 149_900 }
  const change = await server.call('weighOffer', cheaper, chen)
  expect(change.data).toMatchObject({
    lineArray: [{ label: '价格', before: '1,599.00元', after: '1,499.00元' }],
    waitingNumber: 1,
  })
  const saved = await server.call('saveOffer', { ...cheaper, versionNo: 1, reason: '年末优惠' }, chen)
  expect(saved.data).toEqual({ offerId, isDone: 1 })
  expect((await orderOf(server, company, order.orderId)).fen).toBe(terms.fen)
  expect((await buy({ offerId, fen: terms.fen })).data).toEqual({ reason: 'order/offer-changed' })

  // Fewer copies at the same price are another version too, which nobody orders without having seen it.
  const less = { ...cheaper, copies: 290, versionNo: 2, reason: '调整份数' }
  expect((await server.call('saveOffer', less, chen)).data).toMatchObject({ isDone: 1 })
  expect((await buy({ offerId, fen: 149_900, versionNo: 2 })).data).toEqual({ reason: 'order/offer-changed' })
  expect((await buy({ offerId, fen: 149_900, versionNo: 3 })).code).toBe(200)

  expect((await server.call('endOfferSale', { offerId, versionNo: 3, reason: '不再销售' }, chen)).code).toBe(200)
  expect(await onSale(company)).not.toContain(terms.packName)
  const after = await detail(offerId)
  expect([after.offerState, after.soldNumber, after.waitingNumber]).toEqual(['ended', 0, 2])
  expect(after.versionArray.map(({ versionNo, offerDeed, madeBy }) => [versionNo, offerDeed, madeBy])).toEqual([
    [4, 'endSale', 'chenchen'],
    [3, 'change', 'chenchen'],
    [2, 'change', 'chenchen'],
    [1, 'add', 'chenchen'],
  ])
  expect(after.versionArray[2]?.lineArray).toEqual([{ label: '价格', before: '1,599.00元', after: '1,499.00元' }])
  const again = await server.call('endOfferSale', { offerId, versionNo: 4, reason: '不再销售' }, chen)
  expect(again.data).toEqual({ reason: 'offer/changed' })
})

test('a sale begins and ends by its window, and what is found is found by name, number and state', async () => {
  const [saleBegin, saleEnd] = [clock + soon, clock + 2 * soon]
  const { data } = await server.call('saveOffer', { ...terms, packName: '双旦特惠', saleBegin, saleEnd, reason }, chen)
  const { offerId } = data
  const states: string[] = []
  for (const at of [clock, saleBegin, saleEnd]) {
    clock = at
    const [one] = await listed({ search: '特惠' })
    states.push(`${one?.offerState} ${(await onSale(company)).includes('双旦特惠')}`)
  }
  expect(states).toEqual(['coming false', 'onSale true', 'ended false'])
  expect(await listed({ search: offerId })).toHaveLength(1)
  expect(await listed({ search: '特惠', offerState: 'onSale' })).toEqual([])
  expect(
    (await server.call('saveOffer', { offerId, ...terms, packName: '双旦特惠', versionNo: 1, reason }, chen)).code,
  ).toBe(200)
  expect(await onSale(company)).toContain('双旦特惠')
})

test('what does not fit, is stale or says nothing new is refused', async () => {
  const offerId = await made('企业400份')
  const save = (input: object) =>
    server.call('saveOffer', { offerId, versionNo: 1, ...terms, packName: '企业400份', reason, ...input }, chen)
  for (const [input, field, message] of [
    [{}, 'packName', '内容没有变化，无需提交'],
    [{ packName: '企业100份' }, 'packName', '已有同名的套餐，请换一个名称'],
    [{ copies: 0 }, 'copies', '份数为1至100000的整数'],
    [{ fen: 0 }, 'fen', '收费套餐的价格不能为0，免费体验请另建套餐'],
    [{ months: 48 }, 'months', '有效期为1至36个月'],
    [{ saleEnd: clock }, 'saleEnd', '停售时间需晚于现在；要立即停售，请使用“停售”'],
    [{ copies: 410, reason: ' ' }, 'reason', '请填写原因(2-200字)'],
  ] as const) {
    const answer = await save(input)
    expect([answer.data, answer.message]).toEqual([{ reason: 'field/invalid', field }, message])
  }
  expect((await save({ copies: 410, versionNo: 2 })).data).toEqual({ reason: 'offer/changed' })
  expect((await save({ copies: 410, versionNo: undefined })).data).toEqual({ reason: 'offer/changed' })
  expect((await save({ offerId: 'nothing' })).data).toEqual({ reason: 'offer/not-found' })
  expect((await server.call('getCatalogueOffer', { offerId: 'nothing' }, chen)).data).toEqual({
    reason: 'offer/not-found',
  })
  expect((await server.call('weighOffer', { offerId, ...terms, fen: -1 }, chen)).data['reason']).toBe('field/invalid')
})

test('where it takes two, a change waits for another operator, who agrees or refuses', async () => {
  server.deps.config.pricers = 2
  try {
    const asked = await server.call('saveOffer', { ...terms, packName: '企业600份', copies: 600, reason }, chen)
    const { offerId } = asked.data
    expect([asked.data.isDone, await named('企业600份')]).toEqual([0, undefined])
    expect(await lastDeed()).toMatchObject({ label: '提出申请', detail: expect.stringContaining('新增套餐') })
    const waiting = async (who = zhou) => (await server.call('listOfferProposals', {}, who)).data.proposalArray
    const [one] = await waiting()
    expect(one).toMatchObject({ packName: '企业600份', offerDeed: 'add', isOwn: 0, proposedBy: 'chenchen', reason })
    const proposalId = one?.proposalId ?? ''
    expect((await waiting(chen))[0]?.isOwn).toBe(1)
    const same = await server.call('saveOffer', { ...terms, packName: '企业600份', reason }, zhou)
    expect(same.data['reason']).toBe('field/invalid')
    const own = await server.call('agreeOfferProposal', { proposalId }, chen)
    expect(own.data).toEqual({ reason: 'operator/second-person' })
    const both = await Promise.all([1, 2].map(() => server.call('agreeOfferProposal', { proposalId }, zhou)))
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
    expect((await detail(offerId)).versionArray).toMatchObject([{ madeBy: 'chenchen', agreedBy: 'zhoumin' }])
    expect(await lastDeed(zhou)).toMatchObject({ label: '新增套餐' })

    const end = () => server.call('endOfferSale', { offerId, versionNo: 1, reason: '不再销售' }, zhou)
    expect((await end()).data).toEqual({ isDone: 0 })
    expect((await end()).data).toEqual({ reason: 'proposal/pending' })
    const refused = (await waiting())[0]?.proposalId ?? ''
    const word = await server.call('refuseOfferProposal', { proposalId: refused, reason: '继续销售' }, chen)
    expect([word.code, await waiting(), (await named('企业600份'))?.offerState]).toEqual([200, [], 'onSale'])

    await end()
    await server.deps.db.directoryWrite((tx) => tx.updateTable('offer_proposal').set({ lapses_at: clock }).execute())
    expect(await waiting()).toEqual([])
    expect((await end()).data).toEqual({ isDone: 0 })
    const last = (await waiting())[0]?.proposalId ?? ''
    expect((await server.call('agreeOfferProposal', { proposalId: last }, chen)).code).toBe(200)
    expect(await named('企业600份')).toMatchObject({ offerState: 'ended', saleEnd: clock })
    expect((await server.call('agreeOfferProposal', { proposalId: 'x' }, chen)).data).toEqual({
      reason: 'proposal/not-found',
    })
  } finally {
    server.deps.config.pricers = 1
  }
})

test('a trial that is changed is what the next space is given', async () => {
  const trial = await named('体验5份')
  if (!trial) throw new Error('there is no trial')
  const { offerId, versionNo, audience } = trial
  const wish = { ...terms, packName: '体验8份', copies: 8, fen: 0, months: 3, audience }
  expect((await server.call('saveOffer', { offerId, versionNo, ...wish, reason: '活动' }, chen)).code).toBe(200)
  const fresh = await newcomer(server, '13900000311', '钱小宝')
  const { data } = await server.call('listOffers', {}, fresh)
  expect(data.packArray).toMatchObject([{ total: 8, endTime: expect.any(Number) }])
})

test('versions stay as they were written, and what is sold is counted', async () => {
  const tamper = server.deps.db.directoryWrite((tx) =>
    tx.updateTable('pack_offer_version').set({ fen: 1 }).where('offer_id', '=', 'company-100').execute(),
  )
  await expect(tamper).rejects.toThrow(/only added/)
  await bought(server, company)
  expect((await detail('company-100')).soldNumber).toBe(1)
})
