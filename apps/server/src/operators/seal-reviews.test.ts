import { usualDesign } from '@moqi/domain/seals/company-seal'
import { companySeal } from '@moqi/signing/seal-art/draw-company-seal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealsToReview } from '#src/cores/seal/seals-to-review.ts'
import { readCursor } from '#src/platform/keyset.ts'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { enrolled } from '#src/testing/operator-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const companyName = '杭州云启科技有限公司'
const picture = companySeal(usualDesign('business', companyName), { companyName, creditCode: '', legalName: null }).png
const imageBase64 = picture.toString('base64')

let server: TestServer
let owner: Player
let runner: { token: string }

beforeAll(async () => {
  server = await testServer({}, { MOQI_SEAL_REVIEW: 'operator' })
  owner = await player(server, '13800000002', 'company')
  runner = await enrolled(server, 'chenchen')
})
afterAll(() => server.close())

/** A seal that waits. */
async function submitted(sealName: string): Promise<string> {
  const { data: photo } = await server.upload('印章照片.png', picture, { ...owner, usage: 'sealImage' })
  const seal = { sealName, sealPurpose: 'business', width: 45, imageBase64, originalFileId: photo.fileId } as const
  return (await server.call('submitCompanySeal', seal, owner)).data.sealId
}

const listed = async (cursor?: string) =>
  (await server.call('listSealReviews', cursor === undefined ? {} : { cursor }, runner)).data
const stateOf = async (sealId: string) => (await server.call('getCompanySeal', { sealId }, owner)).data
const pass = (sealId: string) => server.call('passSealReview', { sealId }, runner)
const refuse = (sealId: string, reason = '印文与认证名称不一致') =>
  server.call('refuseSealReview', { sealId, reason }, runner)

test('an uploaded seal is looked at beside its owner’s name and passes; each look is on record on both sides', async () => {
  const sealId = await submitted('业务章')
  const [one] = (await listed()).sealArray
  expect(one).toMatchObject({ sealId, ownerName: companyName, sealName: '业务章', sealPurpose: 'business', width: 45 })
  const look = (which: 'original' | 'cutOut') => server.blob('sealReviewPicture', { sealId, picture: which }, runner)
  const original = await look('original')
  expect([original.bytes.equals(picture), original.headers['content-type']]).toEqual([true, 'image/png'])
  expect((await look('cutOut')).bytes.subarray(1, 4).toString()).toBe('PNG')
  expect((await pass(sealId)).code).toBe(200)
  expect(await stateOf(sealId)).toMatchObject({ sealStatus: 'enabled', stateBy: '平台审核' })
  const { data: log } = await server.call('listSealLog', { sealId }, owner)
  expect(log.logArray.map(({ who, label, detail }) => [who, label, detail])).toEqual([
    ['平台', '审核通过', '平台审核'],
    ['平台', '平台查看', '抠出的图样'],
    ['平台', '平台查看', '上传的原图'],
    ['李静', '提交审核', '业务章'],
  ])
  const { data: self } = await server.call('operatorSelf', {}, runner)
  expect(self.logArray.slice(0, 3).map(({ label, detail }) => [label, detail])).toEqual([
    ['印章审核通过', `${companyName}　业务章`],
    ['查看印章图样', `${companyName}　业务章　抠出的图样`],
    ['查看印章图样', `${companyName}　业务章　上传的原图`],
  ])
  const gone: { data: { reason: string } } = JSON.parse((await look('original')).bytes.toString())
  expect(gone.data.reason).toBe('seal/changed')
})

test('a refused one says why, and what is decided is decided, also of decisions at once', async () => {
  const sealId = await submitted('另一枚')
  expect((await refuse(sealId, '')).data['field']).toBe('reason')
  const answers = await Promise.all([refuse(sealId), pass(sealId), refuse(sealId), pass(sealId)])
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  const late = [...answers.filter(({ code }) => code !== 200), await pass(sealId), await refuse('nobody')]
  expect(new Set(late.map(({ data }) => data['reason']))).toEqual(new Set(['seal/changed']))
  const second = await submitted('第三枚')
  expect((await refuse(second)).code).toBe(200)
  expect(await stateOf(second)).toMatchObject({ sealStatus: 'auditFailed', stateReason: '印文与认证名称不一致' })
})

test('the queue goes on where its page ended, oldest first', async () => {
  const mine = [await submitted('甲'), await submitted('乙'), await submitted('丙')]
  const first = await sealsToReview(server.deps.db, null, 2)
  const rest = await sealsToReview(server.deps.db, readCursor(first.nextCursor), 2)
  expect([first.seals.length, rest.seals.length, rest.nextCursor]).toEqual([2, 1, null])
  expect([...first.seals, ...rest.seals].map(({ sealId }) => sealId)).toEqual(mine)
  const { sealArray, nextCursor } = await listed(first.nextCursor ?? '')
  expect([sealArray.map(({ sealId }) => sealId), nextCursor]).toEqual([mine.slice(2), null])
  const found = async (search: string) =>
    (await server.call('listSealReviews', { search }, runner)).data.sealArray.map(({ sealId }) => sealId)
  expect([await found('乙'), await found('没有这枚')]).toEqual([mine.slice(1, 2), []])
  expect((await server.call('listSealReviews', { cursor: 'x' }, runner)).data['reason']).toBe('request/invalid')
})
