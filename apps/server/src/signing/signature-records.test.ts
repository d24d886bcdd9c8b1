import { presetRoles } from '@moqi/domain/spaces/preset-roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  companySigner,
  ownSignId,
  personSigner,
  type Player,
  player,
  prepared,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { colleague, memberIdOf } from '#src/testing/company-scene.ts'
import { chen, jiahe, jing, yunqi } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const minute = 60_000
let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer
let launcher: Player
let wang: Player
let company: Player
const alarms: string[] = []

beforeAll(async () => {
  server = await testServer({ now: () => clock, log: (line) => alarms.push(line) })
  launcher = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
  company = await player(server, chen.phone, 'company')
  const parties = [personSigner(1, '王小明', wang.phone), companySigner(2, jiahe, chen)]
  const { taskId } = await sent(server, launcher, parties, { taskName: '=房屋租赁合同' })
  await signNow(server, wang, taskId)
  clock += 2 * minute
  await signNow(server, company, taskId)
})
afterAll(() => server.close())

test('each space’s records name its own uses: time, person, seal, contract, hash of the file (R33)', async () => {
  const { data } = await server.call('listSignatureRecords', {}, company)
  expect(data.recordArray).toHaveLength(1)
  const [record] = data.recordArray
  expect(record).toMatchObject({ signTime: clock, signerName: '陈晨', spaceName: jiahe, sealType: 'company' })
  expect(record).toMatchObject({ taskName: '=房屋租赁合同', willAuthArray: ['sms', 'pin'] })
  expect(record).toMatchObject({ approvalId: null, disputeTime: null })
  const detail = await server.call('getSignDetailInfo', { signId: record?.signId ?? '' }, company)
  expect(detail.data.taskId).toBe(record?.taskId)
  // The hash is of the document as the signature left it; archiving has gone on since.
  const revisions = await server.deps.db.read(launcher.tenantId, (db) =>
    db.selectFrom('document_revision').where('tenant_id', '=', launcher.tenantId).selectAll().execute(),
  )
  expect(revisions.some(({ party_no }) => party_no === 2)).toBe(true)
  expect(record?.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect((await server.call('listSignatureRecords', {}, launcher)).data.recordArray).toEqual([])
})

test('the records are filtered, and exported so that a spreadsheet runs nothing', async () => {
  const count = async (filter: Parameters<typeof server.call<'listSignatureRecords'>>[1]) =>
    (await server.call('listSignatureRecords', filter, company)).data.recordArray.length
  expect(await count({ keyword: '租赁', signerName: '陈', signTimeStart: clock - minute })).toBe(1)
  expect(await count({ keyword: '%' })).toBe(0)
  expect(await count({ signTimeEnd: clock - minute })).toBe(0)
  const exported = await server.blob('exportSignatureRecords', {}, company)
  const [head, row, rest] = exported.bytes.toString('utf8').split('\r\n')
  expect(head).toMatch(/^\ufeff用印时间,使用人,印章,合同主题/)
  expect(row).toContain(`陈晨,`)
  expect(row).toContain(`,'=房屋租赁合同,`)
  expect(rest).toBe('')
})

test('an operator sees the own uses only (D)', async () => {
  const operator = await player(server, '13800000003', 'company')
  const owner = await server.call('listSignatureRecords', {}, launcher)
  expect(owner.code).toBe(200)
  expect((await server.call('listSignatureRecords', {}, operator)).data.recordArray).toEqual([])
})

test('who audits the seals of a department sees the uses of those who are in it now, and no other', async () => {
  const { data: near } = await server.call('saveDepartment', { departmentName: '租赁一部' }, company)
  const { data: far } = await server.call('saveDepartment', { departmentName: '租赁二部' }, company)
  const roleId = presetRoles.find(({ name }) => name === '印章审批人')?.roleId ?? ''
  const auditor = { name: '文殊', roleId, departmentId: near.departmentId }
  const inside = await colleague(server, company, { ...auditor, phone: '13912300001' })
  const outside = await colleague(server, company, { ...auditor, phone: '13912300002', departmentId: far.departmentId })
  const nowhere = await colleague(server, company, { name: '普贤', roleId, phone: '13912300003' })
  const seen = async (who: Player) =>
    (await server.call('listSignatureRecords', {}, who)).data.recordArray.map(({ signerName }) => signerName)
  expect(await seen(inside)).toEqual([])
  const memberId = await memberIdOf(server, company, company.phone)
  const { departmentId } = near
  await server.call('updateMember', { memberId, memberName: '陈晨', departmentId }, company)
  expect([await seen(inside), await seen(outside), await seen(nowhere)]).toEqual([['陈晨'], [], []])
  expect((await server.blob('exportSignatureRecords', {}, outside)).bytes.toString('utf8')).not.toContain('陈晨')
  await server.call('updateMember', { memberId, memberName: '陈晨' }, company)
  expect(await seen(inside)).toEqual([])
})

test('the person has every signature of all own spaces together, and of one space alone (R35)', async () => {
  const { data } = await server.call('listOwnSignatures', {}, { token: wang.token })
  expect(data.recordArray.map(({ sealType, spaceName }) => [sealType, spaceName])).toEqual([['person', '王小明']])
  const { data: all } = await server.call('listOwnSignatures', {}, { token: company.token })
  expect(all.recordArray).toHaveLength(1)
  const elsewhere = await server.call('listOwnSignatures', { tenantId: wang.tenantId }, { token: company.token })
  expect(elsewhere.code).toBe(404)
})

test('不是我签的 is marked once, logged in the contract, and alarms administrators and operator (R35)', async () => {
  const own = await server.call('listOwnSignatures', {}, { token: company.token })
  const record = own.data.recordArray[0]
  const input = { tenantId: company.tenantId, recordId: record?.recordId ?? '', reason: '我没有操作过' }
  expect((await server.call('disputeSignature', input, { token: wang.token })).code).toBe(404)
  expect((await server.call('disputeSignature', input, { token: company.token })).code).toBe(200)
  expect((await server.call('disputeSignature', input, { token: company.token })).code).toBe(200)
  const { data } = await server.call('listSignatureRecords', {}, company)
  expect(data.recordArray[0]?.disputeTime).toBe(clock)
  const detail = await server.call('getSignDetailInfo', { signId: record?.signId ?? '' }, company)
  const lines = detail.data.logArray.filter(({ verb }) => verb === 'dispute')
  expect(lines).toMatchObject([{ label: '报告非本人签署', detail: '我没有操作过' }])
  expect(alarms.filter((line) => line.includes('ALARM'))).toHaveLength(1)
  const told = async () => {
    const answer = await server.app.inject({ url: '/demo/outbox', query: { recipient: chen.phone } })
    return answer.json().messageArray.filter(({ scene }: { scene: string }) => scene === 'signatureDisputed').length
  }
  await expect.poll(told).toBe(1)
  // At once, whatever the hour.
  const heard = await server.call('listMessage', {}, company)
  expect(heard.data.messageArray.filter(({ kind }) => kind === 'signatureDisputed')).toMatchObject([
    {
      label: '非本人签署警报',
      text: '陈晨报告《=房屋租赁合同》上的签署并非本人操作，请立即核实',
      path: '/space/signatures-list',
    },
  ])
})

test('contracts of all own spaces stand together, in order, each once over pages (R34)', async () => {
  const alone = [personSigner(1, '王小明', wang.phone)]
  const person = await player(server, chen.phone, 'person')
  for (let n = 0; n < 6; n++) {
    clock += minute
    await prepared(server, n % 2 ? company : person, alone, { taskName: `合同${n}` })
  }
  const { data } = await server.call('listAllSpacesTasks', {}, { token: company.token })
  expect(data.taskInfoArray.map(({ taskName }) => taskName).slice(0, 6)).toEqual(
    [5, 4, 3, 2, 1, 0].map((n) => `合同${n}`),
  )
  expect(data.taskInfoArray[0]?.tenantId).toBe(company.tenantId)
  expect(data.taskInfoArray[1]?.tenantId).toBe(person.tenantId)
  const found = await server.call('listAllSpacesTasks', { keyword: '合同3' }, { token: company.token })
  // Of two characters and a digit: what is rare is looked for in every space.
  expect(found.data.taskInfoArray.map(({ taskName }) => taskName)).toEqual(['合同3'])
  const drafts = await server.call('listAllSpacesTasks', { status: 'waitSend', tenantId: person.tenantId }, company)
  expect(drafts.data.taskInfoArray).toHaveLength(3)
})

test('an administrator reads a colleague’s contract, may download it, does nothing else, and is logged (I9, I11)', async () => {
  const operator = await player(server, '13800000003', 'company')
  const alone = [personSigner(1, '王小明', wang.phone)]
  const made = await sent(server, operator, alone, { taskName: '同事的合同' })
  const whole = await server.call('listTasks', { scope: 'company', keyword: '同事' }, launcher)
  expect(whole.data.taskInfoArray).toMatchObject([
    { taskName: '同事的合同', initiateUser: 'no', operationArray: ['view'] },
  ])
  expect((await server.call('listTasks', { keyword: '同事' }, launcher)).data.taskInfoArray).toEqual([])
  const totals = await server.call('getStatusTotal', { scope: 'company' }, launcher)
  const list = await server.call('listTasks', { scope: 'company', pageSize: 50 }, launcher)
  expect(totals.data.all).toBe(list.data.taskInfoArray.length)
  const { signId } = made
  const detail = await server.call('getSignDetailInfo', { signId }, launcher)
  expect(detail.data).toMatchObject({ detailOperationArray: ['view'], ownSignerNo: null, positionArray: [] })
  const fileId = detail.data.fileArray[0]?.fileId ?? ''
  expect((await server.blob('fileContent', { fileId, signId }, launcher)).status).toBe(200)
  expect((await server.call('recallTask', { signId, reason: '不该撤回' }, launcher)).code).toBe(404)
  await server.call('getSignDetailInfo', { signId }, launcher)
  const seen = await server.call('getSignDetailInfo', { signId }, operator)
  const looks = seen.data.logArray.filter(({ verb, detail: how }) => verb === 'view' && how === '管理员查看')
  expect(looks).toMatchObject([{ who: '李静' }])
  clock += 2 * minute
  await signNow(server, wang, made.taskId)
  const finished = await server.call('getSignDetailInfo', { signId }, launcher)
  expect(finished.data.detailOperationArray).toContain('download')
  expect((await server.blob('downloadFinishedPdf', { signId }, launcher)).status).toBe(200)
  // What waits in the company's tenant for somebody not known yet is not the company's.
  const stranger = await sent(server, operator, [personSigner(1, '未来人', '13900000999')])
  const parties = await server.deps.db.read(launcher.tenantId, (db) =>
    db
      .selectFrom('party')
      .where('tenant_id', '=', launcher.tenantId)
      .where('contract_id', '=', stranger.taskId)
      .selectAll()
      .execute(),
  )
  const theirs = parties[0]?.sign_id ?? ''
  expect((await server.call('getSignDetailInfo', { signId: theirs }, launcher)).code).toBe(404)
  expect(await ownSignId(server, operator, stranger.taskId)).toBe(stranger.signId)
  expect(detail.data.initiatorName).toBe(`张伟/${yunqi}`)
})
