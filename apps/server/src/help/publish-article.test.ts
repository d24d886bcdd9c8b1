import type { Sent } from '@moqi/api/call'
import type { article } from '@moqi/api/article'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enrolled } from '#src/testing/operator-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let chen: { token: string }
let lin: { token: string }
beforeAll(async () => {
  server = await testServer()
  chen = await enrolled(server, 'chenchen')
  lin = await enrolled(server, 'linlin')
})
afterAll(() => server.close())

type Text = Sent<(typeof article)['saveArticleDraft']>['text']
type By = { token: string }
const reason = '补充最新规则'
const words = (body: string, change: Partial<Text> = {}): Text => ({
  title: '如何查看剩余份数？',
  parent: 'company',
  order: 3,
  audience: ['company'],
  ask: 2,
  body,
  ...change,
})

const getArticle = async (columnId: string, by: By = chen) => (await server.call('getArticle', { columnId }, by)).data
const reading = async (columnId: string) => (await server.call('docCenterCmsGetByColumnId', { columnId })).data
const search = async (text: string) => (await server.call('searchHelp', { text })).data.hitArray
const save = (columnId: string, text: Text, { basedOn = 0, revision = 0, by = chen } = {}) =>
  server.call('saveArticleDraft', { columnId, text, basedOn, revision }, by)
const publish = (columnId: string, revision: number, by: By = chen) =>
  server.call('publishArticle', { columnId, revision, reason }, by)

/** Writes and publishes over what stands; answers the version. */
async function published(columnId: string, text: Text): Promise<number> {
  const { versionNo: basedOn, draft } = await getArticle(columnId)
  const { data } = await save(columnId, text, { basedOn, revision: draft?.revision ?? 0 })
  return (await publish(columnId, data.revision)).data.versionNo
}

test('a draft is nobody’s to read until it is published, then every reader finds its words; rolled back they are gone', async () => {
  const before = await reading('quota')
  const { data: saved } = await save('quota', words('年终核对时可**导出年末汇总表**，见 [验证](/file-check)。'))
  expect(await reading('quota')).toEqual(before)
  expect(await search('年末汇总表')).toEqual([])
  const preview = (await server.call('previewArticle', { columnId: 'quota', text: words('**导出年末汇总表**') }, chen))
    .data
  expect(preview.content).toBe('<p><strong>导出年末汇总表</strong></p>\n')
  expect((await publish('quota', saved.revision)).data.versionNo).toBe(1)
  const after = await reading('quota')
  expect(after).toMatchObject({ title: '如何查看剩余份数？', updateTime: (await getArticle('quota')).changeTime })
  expect(after.content).toContain('<strong>导出年末汇总表</strong>')
  expect(await search('年末汇总表')).toMatchObject([
    { columnId: 'quota', columnName: '空间与企业', excerptArray: ['年终核对时可导出', '年末汇总表', '，见 验证。'] },
  ])
  expect(await getArticle('quota')).toMatchObject({ standing: 'changed', changedBy: 'chenchen', draft: null })
  const back = { columnId: 'quota', versionNo: 0, basedOn: 1, reason: '写错了' }
  expect((await server.call('rollBackArticle', back, lin)).data.versionNo).toBe(2)
  expect(await reading('quota')).toEqual(before)
  expect(await search('年末汇总表')).toEqual([])
  const again = { columnId: 'quota', versionNo: 1, basedOn: 2, reason: '没有写错' }
  expect((await server.call('rollBackArticle', again, chen)).data.versionNo).toBe(3)
  expect((await reading('quota')).content).toContain('导出年末汇总表')
  const { versionArray } = (await server.call('listArticleVersions', { columnId: 'quota' }, chen)).data
  expect(
    versionArray.map(({ versionNo, deed, title, who, reason: why }) => [versionNo, deed, title, who, why]),
  ).toEqual([
    [3, 'rollBack', '如何查看剩余份数？', 'chenchen', '没有写错'],
    [2, 'rollBack', null, 'linlin', '写错了'],
    [1, 'publish', '如何查看剩余份数？', 'chenchen', reason],
  ])
  const { logArray } = (await server.call('operatorSelf', {}, chen)).data
  expect(logArray.slice(0, 3).map(({ label, detail }) => [label, detail])).toEqual([
    ['恢复帮助文章', '如何查看剩余份数？　quota　第3版　没有写错'],
    ['发布帮助文章', `如何查看剩余份数？　quota　第1版　${reason}`],
    ['保存帮助草稿', '如何查看剩余份数？　quota'],
  ])
})

test('of two who edit at once the later is told, keeps the draft, and publishes after comparing', async () => {
  const { versionNo: basedOn } = await getArticle('roles')
  await save('roles', words('陈晨写下的角色说明。'), { basedOn })
  await save('roles', words('林琳写下的角色说明。'), { basedOn, by: lin })
  expect((await getArticle('roles', lin)).draftArray.map(({ operatorName, isOwn }) => [operatorName, isOwn])).toEqual(
    expect.arrayContaining([
      ['linlin', 1],
      ['chenchen', 0],
    ]),
  )
  const answers = await Promise.all([publish('roles', 1), publish('roles', 1, lin)])
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
  const [late, writer] = answers[0]?.code === 200 ? [lin, '林琳'] : [chen, '陈晨']
  const told = answers.find(({ code }) => code === 409)
  expect([told?.data['reason'], told?.message]).toEqual([
    'help/changed',
    '这篇文章已由他人更新，您的草稿仍在，请对比后再发布',
  ])
  const { draft, versionNo, published: standing } = await getArticle('roles', late)
  expect(draft).toMatchObject({ basedOn, revision: 1, text: { body: `${writer}写下的角色说明。` } })
  expect(standing?.body).not.toBe(draft?.text.body)
  const { data } = await save('roles', words(`${writer}写下的角色说明。`), {
    basedOn: versionNo,
    revision: 1,
    by: late,
  })
  expect((await publish('roles', data.revision, late)).code).toBe(200)
  expect((await reading('roles')).content).toContain(writer)
})

test('a draft saved in another window is not overwritten', async () => {
  expect((await save('files', words('第一扇窗里的内容。'))).data.revision).toBe(1)
  for (const revision of [0, 7]) {
    const { data } = await save('files', words('第二扇窗里的内容。'), { revision })
    expect(data['reason']).toBe('help/draft-changed')
  }
  expect((await publish('files', 2)).data['reason']).toBe('help/draft-changed')
  expect((await getArticle('files')).draft?.text.body).toBe('第一扇窗里的内容。')
  expect((await server.call('dropArticleDraft', { columnId: 'files', revision: 1 }, chen)).code).toBe(200)
  expect((await getArticle('files')).draft).toBeNull()
})

test('a new article stands beside the product’s own, and leads elsewhere when it is taken away', async () => {
  expect(
    await published('yearEnd', words('年末结算窗口为12月25日。', { title: '年末结算', parent: 'after', order: 9 })),
  ).toBe(1)
  const { menuArray } = (await server.call('docCenterMenuList', {})).data
  expect(menuArray).toContainEqual({ columnId: 'yearEnd', columnName: '年末结算', parentId: 'after', sort: 9 })
  const { problemArray } = (await server.call('problemListOpen', { inUserType: 'company' })).data
  expect(problemArray).toContainEqual({ columnId: 'yearEnd', problemName: '年末结算' })
  const away = (columnId: string, leadsTo: string, basedOn: number) =>
    server.call('takeAwayArticle', { columnId, leadsTo, basedOn, reason: '窗口已过' }, chen)
  for (const nowhere of ['yearEnd', 'nothing'])
    expect((await away('yearEnd', nowhere, 1)).data['field']).toBe('leadsTo')
  expect((await away('yearEnd', 'downloadContract', 0)).data['reason']).toBe('help/changed')
  expect((await away('yearEnd', 'downloadContract', 1)).code).toBe(200)
  expect((await reading('yearEnd')).columnId).toBe('downloadContract')
  expect((await search('年末结算')).map(({ columnId }) => columnId)).not.toContain('yearEnd')
  expect((await away('yearEnd', 'quota', 2)).data['reason']).toBe('help/not-found')
  expect((await away('downloadContract', 'yearEnd', 0)).data['field']).toBe('leadsTo')
  expect((await away('downloadContract', 'after', 0)).code).toBe(200)
  expect((await reading('yearEnd')).columnId).toBe('after')
  const restored = { columnId: 'downloadContract', versionNo: 0, basedOn: 1, reason: '误下线' }
  expect((await server.call('rollBackArticle', restored, chen)).code).toBe(200)
  expect((await reading('yearEnd')).columnId).toBe('downloadContract')
  expect((await getArticle('yearEnd')).standing).toBe('away')
})

test.each([
  ['quota', { title: '短' }, 'title'],
  ['quota', { parent: 'agreements' }, 'parent'],
  ['quota', { parent: 'none' }, 'parent'],
  ['quota', { audience: [] }, 'audience'],
  ['quota', { order: 0 }, 'order'],
  ['quota', { body: '见 [那里](/documentCenter?columnId=nothing) 的说明。' }, 'body'],
] satisfies [string, Partial<Text>, string][])('%s is not published with %j', async (columnId, change, field) => {
  const { versionNo: basedOn, draft } = await getArticle(columnId)
  const text = words('正文足够长，可以发布。', change)
  const saved = await save(columnId, text, { basedOn, revision: draft?.revision ?? 0 })
  const { data } = await publish(columnId, saved.data.revision)
  expect([data['reason'], data['field']]).toEqual(['field/invalid', field])
  expect((await getArticle(columnId)).draft?.revision).toBe(saved.data.revision)
})

test.each(['privacyPolicy', 'agreements', 'start', '../x', '__proto__', 'a'])(
  'nothing is written at %s',
  async (columnId) => {
    expect((await save(columnId, words('正文足够长，可以发布。'))).data['field']).toBe('columnId')
    const away = { columnId, leadsTo: 'quota', basedOn: 0, reason }
    expect((await server.call('takeAwayArticle', away, chen)).data['field']).toBe('columnId')
  },
)

test('what an upgrade changes below an operator’s text is told, and either text may go on', async () => {
  const columnId = 'signContract'
  await published(columnId, words('本平台自己写的签署说明。', { parent: 'sign' }))
  expect(await getArticle(columnId)).toMatchObject({ isOvertaken: 0, shippedBefore: null })
  const keep = (basedOn: number) =>
    server.call('rollBackArticle', { columnId, versionNo: basedOn, basedOn, reason }, chen)
  expect((await keep(1)).data).toMatchObject({ field: 'versionNo' })
  // As it was written above the text of an earlier release.
  await server.deps.db.directoryWrite((tx) =>
    sql`insert into article_version select column_id, 2, deed, content, leads_to,
      jsonb_set(shipped, '{body}', '"上一版本附带的内容"'), operator_id, operator_name, made_at, reason
      from article_version where column_id = ${columnId}`.execute(tx),
  )
  expect(await getArticle(columnId)).toMatchObject({
    isOvertaken: 1,
    shippedBefore: { body: '上一版本附带的内容' },
    published: { body: '本平台自己写的签署说明。' },
  })
  expect((await keep(2)).data.versionNo).toBe(3)
  expect(await getArticle(columnId)).toMatchObject({
    isOvertaken: 0,
    published: { body: '本平台自己写的签署说明。' },
  })
  const { logArray } = (await server.call('operatorSelf', {}, chen)).data
  expect(logArray[0]?.label).toBe('保留帮助文章')
})

test('a version is never altered, whoever asks the database', async () => {
  await published('voidContract', words('作废说明的新内容。', { parent: 'after' }))
  for (const change of [sql`update article_version set reason = 'x'`, sql`delete from article_version`])
    await expect(server.deps.db.directoryWrite((tx) => change.execute(tx))).rejects.toThrow('only added')
})

test('HTML, pictures and foreign links are named as lost in the preview, and gone in what is read', async () => {
  const body = '<b>粗</b> ![图](/x.png) [外](https://evil.example/) [内](/file-check) `短` \n\n```\n代码\n```\n'
  const { data } = await server.call('previewArticle', { columnId: 'quota', text: words(body) }, chen)
  expect(data.lostArray.toSorted()).toEqual(['code', 'html', 'image', 'link'])
  expect(data.content).not.toMatch(/<b>|<img|evil|代码/)
  expect(data.content).toContain('href="/home/file-check"')
})

test('nobody but an operator edits', async () => {
  const { token } = { token: await server.login('13800000002') }
  for (const by of [{}, { token }]) {
    const { data } = await server.call('publishArticle', { columnId: 'quota', revision: 1, reason }, by)
    expect(data['reason']).toBe('session/required')
  }
})
