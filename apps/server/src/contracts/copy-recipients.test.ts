import { afterAll, beforeAll, expect, test } from 'vitest'
import { memberIdOf } from '#src/testing/company-scene.ts'
import { ownSignId, personSigner, type Player, player, prepared, sent } from '#src/testing/contract-scene.ts'
import { chen, jiahe, jing, yunqi } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const zhang = { name: '张伟', phone: '13800000003' }
let server: TestServer
let launcher: Player
let wang: Player

beforeAll(async () => {
  server = await testServer({})
  launcher = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

const copies = async (who: Player) =>
  (await server.call('listTasks', { status: 'cc' }, who)).data.taskInfoArray.map(({ taskId }) => taskId)
const toWang = () => [personSigner(1, '王小明', wang.phone)]

test('a copy to a member of the launching company comes to the company, and stays there when the member leaves', async () => {
  const [atWork, atHome] = [await player(server, zhang.phone, 'company'), await player(server, zhang.phone, 'person')]
  await server.call('readMessage', {}, atWork)
  expect((await server.call('getUnreadTotal', {}, atHome)).data.elsewhereArray).toEqual([])
  const made = await sent(server, launcher, toWang(), { ccArray: [{ name: zhang.name, phone: zhang.phone }] })
  expect(await copies(atWork)).toEqual([made.taskId])
  expect(await copies(atHome)).toEqual([])
  const news = await server.call('getUnreadTotal', {}, atHome)
  expect(news.data.elsewhereArray).toEqual([atWork.tenantId])
  const signId = await ownSignId(server, atWork, made.taskId)
  const detail = await server.call('getSignDetailInfo', { signId }, atWork)
  expect(detail.data.ccArray).toMatchObject([{ name: zhang.name, companyName: yunqi }])
  const fileId = detail.data.fileArray[0]?.fileId ?? ''
  expect((await server.blob('fileContent', { fileId, signId }, atWork)).status).toBe(200)
  const elsewhere = await server.call('getSignDetailInfo', { signId }, atHome)
  expect(elsewhere.code).toBe(4091)

  const memberId = await memberIdOf(server, launcher, zhang.phone)
  const successorId = await memberIdOf(server, launcher, jing.phone)
  const left = await server.call('removeMember', { memberId, successorId }, launcher)
  expect(left.code).toBe(200)
  expect((await server.call('getSignDetailInfo', { signId }, atHome)).code).toBe(404)
  const gone = await server.blob('fileContent', { fileId, signId }, atHome)
  expect(gone.headers['content-type']).toContain('json')
})

test('a copy that names a company comes to its member there, and is in its administrators’ list', async () => {
  const [atWork, atHome] = [await player(server, chen.phone, 'company'), await player(server, chen.phone, 'person')]
  const copy = { name: chen.name, phone: chen.phone }
  const named = await sent(server, wang, toWang(), { ccArray: [{ ...copy, companyName: jiahe }] })
  const own = await sent(server, wang, toWang(), { ccArray: [copy] })
  expect(await copies(atWork)).toEqual([named.taskId])
  expect(await copies(atHome)).toEqual([own.taskId])
  const company = await server.call('listTasks', { scope: 'company', status: 'cc' }, atWork)
  expect(company.data.taskInfoArray.map(({ taskId }) => taskId)).toEqual([named.taskId])
})

test('who is no member of the named company gets the copy as a person', async () => {
  const atHome = await player(server, jing.phone, 'person')
  const ccArray = [{ name: jing.name, phone: jing.phone, companyName: jiahe }]
  const { taskId } = await sent(server, wang, toWang(), { ccArray })
  expect(await copies(atHome)).toEqual([taskId])
})

test('a company name that none can have is a fault of the draft', async () => {
  const ccArray = [{ name: chen.name, phone: chen.phone, companyName: '？' }]
  await expect(prepared(server, wang, toWang(), { ccArray })).rejects.toThrow('not complete')
})
