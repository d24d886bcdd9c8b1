import type { Sent } from '@moqi/api/call'
import type { bulletin } from '@moqi/api/bulletin'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { enrolled } from '#src/testing/operator-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

/** Shorter than an operator's session without use. */
const windowMs = 20 * 60_000
const start = Date.UTC(2026, 10, 20, 2)
let clock = start
let server: TestServer
let operator: { token: string }
let person: Player
let company: Player
beforeAll(async () => {
  server = await testServer({ now: () => clock })
  operator = await enrolled(server, 'chenchen')
  person = await player(server, '13800000001', 'person')
  company = await player(server, '13800000002', 'company')
})
afterAll(() => server.close())

type Text = Sent<(typeof bulletin)['saveBulletin']>
const text = (words: string, change: Partial<Text> = {}): Text => ({
  words,
  level: 'plain',
  audience: 'all',
  beginTime: clock,
  endTime: clock + windowMs,
  ...change,
})
const save = (said: Text) => server.call('saveBulletin', said, operator)
const publish = (bulletinId: string, revision: number) =>
  server.call('publishBulletin', { bulletinId, revision }, operator)
const takeBack = (bulletinId: string, revision: number) =>
  server.call('takeBackBulletin', { bulletinId, revision }, operator)
const shown = async (reader: Player) => (await server.call('currentBulletins', {}, reader)).data.bulletinArray
const wordsFor = async (reader: Player) => (await shown(reader)).map(({ words }) => words)
const listed = async () => (await server.call('listBulletins', {}, operator)).data.bulletinArray

const close = (bulletinId: string, edition: number, who: Player) =>
  server.call('dismissBulletin', { bulletinId, edition }, who)

/** A bulletin that is shown; answers its id. */
async function published(said: Text): Promise<string> {
  const { data } = await save(said)
  expect((await publish(data.bulletinId, data.revision)).code).toBe(200)
  return data.bulletinId
}

test('a bulletin is shown to its audience, in its window, the most urgent first, until each has closed it', async () => {
  const mine = await published(text('给企业的话', { audience: 'company' }))
  const all = await published(text('给所有人的话', { level: 'urgent', beginTime: clock + 60_000 }))
  expect(await wordsFor(company)).toEqual(['给企业的话'])
  expect(await wordsFor(person)).toEqual([])
  clock += 60_000
  expect(await wordsFor(company)).toEqual(['给所有人的话', '给企业的话'])
  expect(await wordsFor(person)).toEqual(['给所有人的话'])
  for (const again of [1, 2]) expect([again, (await close(all, 1, person)).code]).toEqual([again, 200])
  expect(await wordsFor(person)).toEqual([])
  expect(await wordsFor(company)).toEqual(['给所有人的话', '给企业的话'])
  expect((await close(mine, 1, person)).code).toBe(200)
  expect((await close('nothing', 1, person)).data['reason']).toBe('bulletin/not-found')
  expect((await listed()).find(({ bulletinId }) => bulletinId === all)?.dismissed).toBe(1)
  clock += windowMs
  expect(await wordsFor(company)).toEqual([])
})

test('taken back it is shown to nobody, changed and published anew to everybody again', async () => {
  const bulletinId = await published(text('旧的话'))
  await server.call('dismissBulletin', { bulletinId, edition: 1 }, person)
  expect((await save({ ...text('改了'), bulletinId, revision: 2 })).data['reason']).toBe('bulletin/changed')
  expect((await takeBack(bulletinId, 2)).code).toBe(200)
  expect(await wordsFor(company)).toEqual([])
  expect((await save({ ...text('新的话'), bulletinId, revision: 3 })).data.revision).toBe(4)
  expect((await publish(bulletinId, 4)).code).toBe(200)
  expect(await wordsFor(person)).toEqual(['新的话'])
  await server.call('dismissBulletin', { bulletinId, edition: 1 }, person)
  expect(await wordsFor(person)).toEqual(['新的话'])
  expect((await takeBack(bulletinId, 5)).code).toBe(200)
  const { logArray } = (await server.call('operatorSelf', {}, operator)).data
  expect(logArray.slice(0, 4).map(({ label }) => label)).toEqual(['撤下公告', '发布公告', '保存公告', '撤下公告'])
  expect(logArray[1]?.detail).toMatch(/^新的话　一般　全部用户　2026-/)
})

test('whoever comes second is told, and a draft that is dropped is gone', async () => {
  const { data } = await save(text('草稿'))
  const answers = await Promise.all([
    publish(data.bulletinId, 1),
    save({ ...text('改'), bulletinId: data.bulletinId, revision: 1 }),
    server.call('dropBulletin', { bulletinId: data.bulletinId, revision: 1 }, operator),
  ])
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  const { data: other } = await save(text('另一份草稿'))
  const drop = () => server.call('dropBulletin', { bulletinId: other.bulletinId, revision: 1 }, operator)
  expect((await drop()).code).toBe(200)
  expect((await drop()).data['reason']).toBe('bulletin/not-found')
  expect((await listed()).some(({ bulletinId }) => bulletinId === other.bulletinId)).toBe(false)
})

test.each([
  ['words', { words: '' }],
  ['words', { words: '两\n行' }],
  ['endTime', { endTime: 0 }],
] as const)('%s is named when it is %j', async (field, change) => {
  const { data } = await save({ ...text('公告'), ...change })
  expect([data['reason'], data['field']]).toEqual(['field/invalid', field])
})

test('what has ended is not published, nor a sixth at once', async () => {
  const { data: late } = await save(text('迟到', { beginTime: clock - windowMs, endTime: clock - 1 }))
  expect((await publish(late.bulletinId, 1)).data['field']).toBe('endTime')
  const open = (await listed()).filter(({ bulletinState, endTime }) => bulletinState === 'published' && endTime > clock)
  for (let count = open.length; count < 5; count++) await published(text(`第${count}条`))
  const { data: sixth } = await save(text('第六条'))
  expect((await publish(sixth.bulletinId, 1)).data['field']).toBe('words')
})

test('nobody but an operator writes, and nobody without a session reads', async () => {
  for (const by of [{}, person])
    expect((await server.call('saveBulletin', text('假公告'), by)).data['reason']).toBe('session/required')
  expect((await server.call('currentBulletins', {})).data).toMatchObject({ reason: 'session/required' })
})

test('the list goes on where a page ended', async () => {
  for (let count = (await listed()).length; count < 22; count++) await save(text(`草稿${count}`))
  const { data: first } = await server.call('listBulletins', {}, operator)
  const { data: rest } = await server.call('listBulletins', { cursor: first.nextCursor ?? '' }, operator)
  const ids = [...first.bulletinArray, ...rest.bulletinArray].map(({ bulletinId }) => bulletinId)
  expect([first.bulletinArray.length, new Set(ids).size, rest.nextCursor]).toEqual([20, ids.length, null])
  expect(rest.bulletinArray.length).toBeGreaterThan(0)
  const found = async (input: object) =>
    (await server.call('listBulletins', input, operator)).data.bulletinArray.map(({ words }) => words)
  expect(await found({ search: '草稿21', standing: 'draft' })).toEqual(['草稿21'])
  expect([await found({ search: '草稿21', standing: 'shown' }), await found({ standing: 'coming' })]).toEqual([[], []])
  expect(await found({ search: '给所有人', standing: 'over' })).toEqual(['给所有人的话'])
  expect((await server.call('listBulletins', { cursor: 'x' }, operator)).data['reason']).toBe('request/invalid')
})
