import { table } from '@moqi/api/table'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer({}, { MOQI_BRAND: '<b>甲&乙</b>', MOQI_SUPPORT_PHONE: '400-123-4567' })
})
afterAll(() => server.close())

const questions = async (inUserType?: 'company' | 'companyAgent' | 'person') => {
  const { data } = await server.call('problemListOpen', inUserType ? { inUserType } : {})
  return data.problemArray
}

test('C74, C75: every column of the menu opens without a session, and its parent is in the menu', async () => {
  const { code, data } = await server.call('docCenterMenuList', {})
  expect(code).toBe(200)
  const ids = data.menuArray.map(({ columnId }) => columnId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { columnId, columnName, parentId } of data.menuArray) {
    expect([null, ...ids]).toContain(parentId)
    const column = await server.call('docCenterCmsGetByColumnId', { columnId })
    expect(column).toMatchObject({ status: 200, code: 200, data: { columnId, title: columnName } })
    expect(column.data.content.length).toBeGreaterThan(50)
    expect(column.data.updateTime).toBeGreaterThan(Date.UTC(2026, 0))
  }
})

test('C75: a column nobody wrote is refused with what to do', async () => {
  for (const columnId of ['nothing', '../userAgreement', '__proto__']) {
    const { status, code, message } = await server.call('docCenterCmsGetByColumnId', { columnId })
    expect([status, code, message]).toEqual([200, 404, '帮助内容不存在或已下线，请从目录中选择'])
  }
})

test('C76, P6: each user type has its own questions, and every question has its article', async () => {
  const [company, agent, person, all] = [
    await questions('company'),
    await questions('companyAgent'),
    await questions('person'),
    await questions(),
  ]
  const ids = (list: typeof all) => list.map(({ columnId }) => columnId)
  expect(ids(company)).toContain('roles')
  expect(ids(agent)).toContain('signOnPhone')
  expect(ids(company)).not.toContain('signOnPhone')
  expect(ids(person)).toContain('personalSeal')
  expect(ids(person)).not.toContain('roles')
  expect(ids(all)).not.toContain('privacyPolicy')
  for (const { columnId, problemName } of all) {
    const { data } = await server.call('docCenterCmsGetByColumnId', { columnId })
    expect(data.title).toBe(problemName)
  }
})

test('C76: an unknown user type is malformed', async () => {
  const payload = { inUserType: 'guest' }
  const response = await server.app.inject({ method: 'POST', url: table.problemListOpen.path, payload })
  expect(response.statusCode).toBe(400)
})

test('The operator’s name and number stand in the text, as text', async () => {
  const { data } = await server.call('docCenterCmsGetByColumnId', { columnId: 'privacyPolicy' })
  expect(data.content).toContain('&#60;b&#62;甲&#38;乙&#60;/b&#62;')
  expect(data.content).toContain('400-123-4567')
  expect(data.content).not.toMatch(/[{}]|<b>/)
})

test('Whoever asks, signed in or not, hears the same', async () => {
  const token = await server.login('13800000002')
  for (const name of ['docCenterMenuList', 'problemListOpen'] as const) {
    expect(await server.call(name, {}, { token })).toEqual(await server.call(name, {}))
  }
  const column = { columnId: 'quota' }
  const heard = await server.call('docCenterCmsGetByColumnId', column, { token, tenantId: 'somebody-else' })
  expect(heard).toEqual(await server.call('docCenterCmsGetByColumnId', column))
})

const askFromOneAddress = () => server.call('docCenterMenuList', {}, { address: '203.0.113.9' })

test('One address may read two columns a second, for a minute', async () => {
  for (let count = 0; count < table.docCenterMenuList.limit.count; count++)
    expect((await askFromOneAddress()).code).toBe(200)
  expect((await askFromOneAddress()).code).toBe(429)
})
