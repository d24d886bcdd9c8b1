import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '#src/platform/database/database.ts'
import { enrolled } from '#src/testing/operator-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { endOf, publishedArticles } from './published-articles.ts'

let server: TestServer
/** As another node has it. */
let elsewhere: Database
beforeAll(async () => {
  server = await testServer()
  const { databaseUrl } = server.deps.config
  elsewhere = openDatabase(databaseUrl === null ? {} : { connectionString: databaseUrl, max: 1 })
})
afterAll(async () => {
  await elsewhere.close()
  await server.close()
})

const found = async (db: Database) => {
  const { articles } = await publishedArticles({ db })
  return articles.find(({ columnId }) => columnId === 'quota')?.body
}

test('what one node publishes every other has with its next reading', async () => {
  const before = await found(elsewhere)
  expect(await found(server.deps.db)).toBe(before)
  const operator = await enrolled(server, 'chenchen')
  for (const basedOn of [0, 1]) {
    const body = `另一个节点上写下的说明，第${basedOn}次。`
    const text = { title: '发起份数', parent: 'launch', order: 4, audience: ['person' as const], ask: null, body }
    await server.call('saveArticleDraft', { columnId: 'quota', text, basedOn, revision: 0 }, operator)
    await server.call('publishArticle', { columnId: 'quota', revision: 1, reason: '更正说明' }, operator)
    expect([await found(elsewhere), await found(server.deps.db)]).toEqual([body, body])
  }
  const back = { columnId: 'quota', versionNo: 0, basedOn: 2, reason: '恢复原文' }
  expect((await server.call('rollBackArticle', back, operator)).code).toBe(200)
  expect(await found(elsewhere)).toBe(before)
})

test('nothing was read anew where nothing has changed', async () => {
  expect(await publishedArticles({ db: elsewhere })).toBe(await publishedArticles({ db: elsewhere }))
})

test('what leads on leads to the end, and never round in a circle', () => {
  const leads = new Map([
    ['a', 'b'],
    ['b', 'c'],
    ['x', 'y'],
    ['y', 'x'],
  ])
  expect(['a', 'b', 'c', 'd'].map((one) => endOf({ leads }, one))).toEqual(['c', 'c', 'c', 'd'])
  expect(['x', 'y']).toContain(endOf({ leads }, 'x'))
})
