import { randomUUID } from 'node:crypto'
import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweep } from '#src/platform/jobs/sweep.ts'
import { enrolled } from '#src/testing/operator-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let operator: { token: string }
beforeAll(async () => {
  server = await testServer({}, { MOQI_BRAND: '甲乙签' })
  operator = await enrolled(server, 'chenchen')
})
afterAll(() => server.close())

const search = async (text: string) => (await server.call('searchHelp', { text })).data.hitArray

test.each([
  ['作废', 'voidContract'],
  ['验证', 'verifyContract'],
  ['撤回', 'recallOrReject'],
  ['骑缝', 'crossPageSeal'],
])('two characters are enough: %s finds %s among the first', async (text, columnId) => {
  const hits = await search(text)
  expect(hits.slice(0, 3).map((hit) => hit.columnId)).toContain(columnId)
  for (const { title, excerptArray } of hits) expect(title.includes(text) || excerptArray[1] === text).toBe(true)
})

test('every word has to be there, in whatever order, case and width', async () => {
  const both = (await search('印章 授权')).map(({ columnId }) => columnId)
  expect(both).toEqual(expect.arrayContaining((await search('授权　印章')).map(({ columnId }) => columnId)))
  expect(both.length).toBeLessThan((await search('印章')).length)
  const ids = async (text: string) => (await search(text)).map(({ columnId }) => columnId)
  expect(await ids('ｐｄｆ')).toEqual(await ids('PDF'))
  expect((await ids('pdf')).length).toBeGreaterThan(0)
})

test('a whole question is answered by what shares most of it; nonsense by nothing', async () => {
  expect((await search('我不小心把密码给忘记了怎么办'))[0]?.columnId).toBe('forgotPassword')
  expect(await search('饕餮魑魅')).toEqual([])
  expect(await search('%')).toEqual(await search('％'))
  for (const text of ['', '   ', '字'.repeat(51)])
    expect(
      (await server.app.inject({ method: 'POST', url: '/api/common/v1/docCenter/searchHelp', payload: { text } }))
        .statusCode,
    ).toBe(400)
})

test('the operator’s name stands in what is found', async () => {
  const pieces = (await search('隐私')).flatMap(({ excerptArray }) => excerptArray)
  expect(pieces.join('')).not.toContain('{brand}')
})

const rate = (columnId: string, readerKey: string, isHelpful: boolean, reason = '') =>
  server.call('rateHelp', { columnId, readerKey, isHelpful, reason }, { address: `203.0.113.${columnId.length}` })
const feedback = async (columnId: string, cursor?: string) =>
  (await server.call('listFeedback', cursor === undefined ? { columnId } : { columnId, cursor }, operator)).data

test('what a reader says is counted once a page, with the reason added or the answer changed', async () => {
  const [one, other] = [randomUUID(), randomUUID()]
  expect((await rate('quota', one, false)).code).toBe(200)
  await rate('quota', one, false, '没有说怎么退款')
  await rate('quota', other, false)
  await rate('quota', other, true, '写错了')
  const { feedbackArray } = await feedback('quota')
  expect(feedbackArray.map(({ isHelpful, reason, versionNo }) => [isHelpful, reason, versionNo])).toEqual(
    expect.arrayContaining([
      [1, '', 0],
      [0, '没有说怎么退款', 0],
    ]),
  )
  expect(feedbackArray).toHaveLength(2)
  const { articleArray } = (await server.call('listArticles', {}, operator)).data
  expect(articleArray.find(({ columnId }) => columnId === 'quota')).toMatchObject({ helpful: 1, unhelpful: 1 })
  const found = async (input: object) =>
    (await server.call('listArticles', input, operator)).data.articleArray.map(({ columnId }) => columnId)
  expect(await found({ search: 'QUOTA' })).toEqual(['quota'])
  expect(await found({ search: 'quota', concern: 'changed' })).toEqual([])
})

test('of an article there is not, or with an endless reason, nothing is kept', async () => {
  expect((await rate('nothing', randomUUID(), true)).data['reason']).toBe('help/not-found')
  expect((await rate('roles', randomUUID(), false, '字'.repeat(301))).data['field']).toBe('reason')
  expect((await feedback('roles')).feedbackArray).toEqual([])
})

test('the operator reads on where a page ended', async () => {
  for (let count = 0; count < 25; count++) await rate('files', randomUUID(), count % 2 === 0, `第${count}条`)
  const first = await feedback('files')
  const rest = await feedback('files', first.nextCursor ?? '')
  const all = [...first.feedbackArray, ...rest.feedbackArray].map(({ feedbackId }) => feedbackId)
  expect([first.feedbackArray.length, rest.feedbackArray.length, new Set(all).size, rest.nextCursor]).toEqual([
    20,
    5,
    25,
    null,
  ])
  expect((await server.call('listFeedback', { columnId: 'files', cursor: 'x' }, operator)).data['reason']).toBe(
    'request/invalid',
  )
})

test('after a year nobody knows any more what was said', async () => {
  await rate('voidContract', randomUUID(), false, '看不懂')
  const { db } = server.deps
  await sweep({ db, now: () => Date.now() + 360 * dayMs })
  expect((await feedback('voidContract')).feedbackArray).toHaveLength(1)
  await sweep({ db, now: () => Date.now() + 367 * dayMs })
  expect((await feedback('voidContract')).feedbackArray).toEqual([])
})
