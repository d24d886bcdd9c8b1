import { afterAll, beforeAll, expect, test } from 'vitest'
import { colleague, memberIdOf } from '#src/testing/company-scene.ts'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { listedBatch, savedTemplate } from '#src/testing/template-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let owner: Player
let lawyer: Player
let seller: Player
let drifter: Player
let legal: string
let sales: string
const clock = Date.UTC(2026, 10, 20, 2)

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, '13800000002', 'company')
  const department = async (departmentName: string) =>
    (await server.call('saveDepartment', { departmentName }, owner)).data.departmentId
  legal = await department('法务部')
  sales = await department('销售部')
  lawyer = await colleague(server, owner, { name: '文殊', phone: '13912100001', departmentId: legal })
  seller = await colleague(server, owner, { name: '普贤', phone: '13912100002', departmentId: sales })
  drifter = await colleague(server, owner, { name: '善财', phone: '13912100003' })
})
afterAll(() => server.close())

type Access = { departmentId: string | null; templateUse: 'use' | 'edit' }[]
const limit = (templateId: string, accessArray: Access, who = owner) =>
  server.call('setTemplateAccess', { templateId, accessArray }, who)
const listed = async (who: Player) =>
  (await server.call('listTemplates', { pageSize: 50 }, who)).data.templateArray.map(({ templateId }) => templateId)
const everybody = () => [owner, lawyer, seller, drifter]

test('a template is everybody’s until departments are named, then theirs and the administrator’s, in lists too', async () => {
  const { templateId } = await savedTemplate(server, owner)
  const seen = async () => Promise.all(everybody().map(async (who) => (await listed(who)).includes(templateId)))
  expect(await seen()).toEqual([true, true, true, true])
  expect((await limit(templateId, [{ departmentId: legal, templateUse: 'use' }])).code).toBe(200)
  expect(await seen()).toEqual([true, true, false, false])
  const { data } = await server.call('listTemplates', {}, lawyer)
  expect(data.templateArray.find((one) => one.templateId === templateId)).toMatchObject({
    mayEdit: 0,
    accessArray: [{ departmentId: legal, departmentName: '法务部', templateUse: 'use' }],
  })
  await limit(templateId, [])
  expect(await seen()).toEqual([true, true, true, true])
  const { data: log } = await server.call('listMemberLog', {}, owner)
  expect(log.logArray.map(({ detail }) => detail)).toContain('员工保密协议：法务部可使用')
})

test('whose department may not use it finds none, by whichever way one launches from it, and reads no file of it', async () => {
  const { templateId } = await savedTemplate(server, owner)
  const values = { 'fill.pay': '8,000' }
  const { data: info } = await server.call('getTemplate', { templateId }, seller)
  const fileId = info.fileArray[0]?.fileId ?? ''
  expect((await server.blob('fileContent', { fileId, templateId }, seller)).status).toBe(200)
  const batchId = await listedBatch(server, seller, { templateId }, [['孙悟空', '13900000411', '8000']])
  await limit(templateId, [{ departmentId: legal, templateUse: 'edit' }])
  for (const who of [seller, drifter]) {
    const answers = [
      await server.call('getTemplate', { templateId }, who),
      await server.call('makeFromTemplate', { templateId, values }, who),
      await server.call('setTemplateState', { templateId, templateState: 'disabled' }, who),
      await server.call('deleteTemplate', { templateId }, who),
      await server.call('saveTemplateLocation', { templateId, version: 2, positionArray: [] }, who),
    ]
    expect(answers.map(({ data }) => data?.reason)).toEqual(answers.map(() => 'template/not-found'))
    expect((await server.blob('fileContent', { fileId, templateId }, who)).bytes.toString('utf8')).toContain(
      'file/not-found',
    )
  }
  expect((await server.call('startBatch', { batchId }, seller)).data.reason).toBe('template/not-found')
  expect((await server.call('makeFromTemplate', { templateId, values }, lawyer)).code).toBe(200)
  const memberId = await memberIdOf(server, owner, seller.phone)
  await server.call('updateMember', { memberId, memberName: '普贤', departmentId: legal }, owner)
  expect((await server.call('makeFromTemplate', { templateId, values }, seller)).code).toBe(200)
  await server.call('updateMember', { memberId, memberName: '普贤', departmentId: sales }, owner)
  expect((await server.call('getTemplate', { templateId }, seller)).data.reason).toBe('template/not-found')
})

test('who may use and not change a template is told so, and changes nothing of it', async () => {
  const { templateId, version } = await savedTemplate(server, owner)
  await limit(templateId, [
    { departmentId: null, templateUse: 'use' },
    { departmentId: legal, templateUse: 'edit' },
  ])
  const refused = [
    await server.call('setTemplateState', { templateId, templateState: 'disabled' }, seller),
    await server.call('deleteTemplate', { templateId }, seller),
    await server.call('saveTemplateLocation', { templateId, version, positionArray: [] }, seller),
  ]
  expect(refused.map(({ message }) => message)).toEqual(
    refused.map(() => '您所在的部门可以使用该模板，不能修改，请联系企业管理员'),
  )
  expect((await server.call('getTemplate', { templateId }, drifter)).data.mayEdit).toBe(0)
  expect((await server.call('getTemplate', { templateId }, lawyer)).data.mayEdit).toBe(1)
  expect((await server.call('setTemplateState', { templateId, templateState: 'disabled' }, lawyer)).code).toBe(200)
})

test('only an administrator says who may, for departments of the company, each once', async () => {
  const { templateId } = await savedTemplate(server, owner)
  expect((await limit(templateId, [], lawyer)).status).toBe(403)
  const chen = await player(server, '13800000004', 'company')
  expect((await limit(templateId, [], chen)).data.reason).toBe('template/not-found')
  const { data: theirs } = await server.call('saveDepartment', { departmentName: '物业部' }, chen)
  const use = { templateUse: 'use' } as const
  expect((await limit(templateId, [{ departmentId: theirs.departmentId, ...use }])).code).toBe(404)
  expect((await limit(templateId, [{ departmentId: 'x', ...use }])).code).toBe(404)
  const twice = await limit(templateId, [
    { departmentId: legal, ...use },
    { departmentId: legal, templateUse: 'edit' },
  ])
  expect(twice.message).toBe('同一部门不能设置两次')
  expect((await server.call('getTemplate', { templateId }, drifter)).data.accessArray).toEqual([])
})

test('a department that a template names stays until the template names another: what was narrow never widens', async () => {
  const { templateId } = await savedTemplate(server, owner)
  const { data: made } = await server.call('saveDepartment', { departmentName: '采购部' }, owner)
  const { departmentId } = made
  await limit(templateId, [{ departmentId, templateUse: 'use' }])
  const kept = await server.call('deleteDepartment', { departmentId }, owner)
  expect(kept.message).toBe('该部门还有按部门授权的模板，请先调整模板的部门权限后再删除')
  expect(await listed(drifter)).not.toContain(templateId)
  await limit(templateId, [{ departmentId: legal, templateUse: 'use' }])
  expect((await server.call('deleteDepartment', { departmentId }, owner)).code).toBe(200)
  expect((await server.call('deleteTemplate', { templateId }, owner)).code).toBe(200)
})
