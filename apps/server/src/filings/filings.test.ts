import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { colleagueWith } from '#src/testing/approval-scene.ts'
import { memberIdOf } from '#src/testing/company-scene.ts'
import { personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { madeFolder } from '#src/testing/filing-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { readWorkbook } from '#src/platform/spreadsheet/read-workbook.ts'
import { workbookOf } from '#src/testing/workbook-file.ts'

const start = Date.parse('2026-03-12T10:00:00+08:00')
let clock = start
let server: TestServer
let owner: Player
let member: Player
let stranger: Player
let signer: Player
/** Ids of finished contracts: the owner's, and the member's. */
let owners: string
let members: string

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, '13800000002', 'company')
  member = await player(server, '13800000003', 'company')
  stranger = await player(server, '13800000004', 'company')
  signer = await player(server, '13800000001', 'person')
  owners = await finished(owner)
  members = await finished(member)
})
afterAll(() => server.close())

async function finished(by: Player): Promise<string> {
  clock += 1000
  const { taskId } = await sent(server, by, [personSigner(1, '王小明', signer.phone)])
  await signNow(server, signer, taskId)
  return taskId
}

const overview = async (who = owner) => (await server.call('listFolders', {}, who)).data
const list = async (input = {}, who = owner) => (await server.call('listFilings', { pageSize: 50, ...input }, who)).data
const filingOf = async (filingId: string, who = owner) => (await server.call('getFiling', { filingId }, who)).data
const saved = async (filingId: string, input: object, who = owner) => {
  const { filing } = await filingOf(filingId, who)
  const whole = { filingId, version: filing.version, beginDate: '', endDate: '', valueArray: [], ...input }
  return server.call('saveFiling', whole, who)
}
const found = async (input: object) => (await list(input)).filingArray.map(({ filingId }) => filingId)
const field = async (fieldName: string, input: object) =>
  (await server.call('saveFilingField', { fieldName, fieldKind: 'text', ...input }, owner)).data.fieldId

const paper = () => readFileSync(join(import.meta.dirname, '../../../../samples/保密协议.pdf'))

test('what is finished waits to be filed; a member sees the own alone, another company nothing', async () => {
  const [all, own] = [await list({ place: 'unfiled' }), await list({ place: 'unfiled' }, member)]
  expect(all.filingArray.map(({ filingId }) => filingId)).toEqual(expect.arrayContaining([owners, members]))
  expect(own.filingArray.map(({ filingId }) => filingId)).toContain(members)
  expect(own.filingArray.map(({ filingId }) => filingId)).not.toContain(owners)
  expect((await list({}, stranger)).filingArray.map(({ filingId }) => filingId)).not.toContain(owners)
  expect([(await overview()).whole, (await overview(member)).whole]).toEqual([1, 0])
})

test('a tree of folders is made, renamed and moved, and a level has each name once', async () => {
  const purchase = await madeFolder(server, owner, '采购合同')
  const rent = await madeFolder(server, owner, '物业', purchase)
  const again = await server.call('saveFolder', { parentId: purchase, folderName: ' 物业 ' }, owner)
  expect([again.data.reason, again.message]).toEqual(['field/invalid', '同一层已有同名文件夹'])
  const renamed = { folderId: rent, parentId: null, folderName: '物业与场地' }
  expect((await server.call('saveFolder', renamed, owner)).code).toBe(200)
  const below = await server.call('saveFolder', { folderId: purchase, parentId: rent, folderName: '采购合同' }, owner)
  expect(below.code).toBe(200)
  const circle = await server.call('saveFolder', { ...renamed, parentId: purchase }, owner)
  expect(circle.message).toBe('不能移动到自己的下级文件夹中')
  expect((await server.call('saveFolder', { parentId: null, folderName: '我的' }, member)).status).toBe(403)
})

test('contracts are filed together or not at all, a member’s own by the member, and the history says so', async () => {
  const folderId = await madeFolder(server, owner, '人事合同')
  const file = (filingIdArray: string[], who: Player) => server.call('fileContracts', { filingIdArray, folderId }, who)
  expect((await file([owners, members], member)).data.reason).toBe('filing/not-found')
  expect((await file([members], member)).data).toEqual({ filedNumber: 1 })
  expect((await file([owners, members], stranger)).data.reason).toBe('filing/not-found')
  expect((await file([owners, members], owner)).data).toEqual({ filedNumber: 1 })
  expect((await list({ folderId })).total).toBe(2)
  expect((await list({ folderId }, member)).total).toBe(1)
  const { filing, logArray } = await filingOf(members)
  expect([filing.folderId, logArray.map(({ label, detail }) => `${label} ${detail}`)]).toEqual([
    folderId,
    ['归档 放入“人事合同”'],
  ])
  const tooMany = Array.from({ length: 201 }, () => owners)
  expect((await file(tooMany, owner)).status).toBe(400)
})

test('a folder with contracts is deleted only with their number said, and they go where it was said', async () => {
  const [from, to] = [await madeFolder(server, owner, '旧的'), await madeFolder(server, owner, '新的')]
  const below = await madeFolder(server, owner, '更旧的', from)
  await server.call('fileContracts', { filingIdArray: [owners], folderId: below }, owner)
  const number = (await overview()).folderArray.find(({ folderId }) => folderId === from)?.filingNumber
  const remove = (filingNumber: number, targetId: string | null) =>
    server.call('deleteFolder', { folderId: from, targetId, filingNumber }, owner)
  expect(number).toBe(1)
  expect((await remove(0, to)).data.reason).toBe('filing/folder-changed')
  expect((await remove(1, below)).data.reason).toBe('field/invalid')
  expect((await remove(1, to)).data).toEqual({ filedNumber: 1 })
  expect((await filingOf(owners)).filing.folderId).toBe(to)
  expect((await overview()).folderArray.some(({ folderId }) => [from, below].includes(folderId))).toBe(false)
})

test('fields of the company’s own are checked by their kind, demanded, searched, filtered and told in the history', async () => {
  const centre = await field('成本中心', { required: true })
  const amount = await field('合同金额', { fieldKind: 'amount' })
  const kind = await field('类别', { fieldKind: 'choice', choiceArray: ['框架', '订单'] })
  const who = await field('负责人', { fieldKind: 'person' })
  expect((await server.call('saveFilingField', { fieldName: '类别', fieldKind: 'text' }, owner)).message).toBe(
    '字段名称已存在',
  )
  const missing = await saved(owners, { valueArray: [{ fieldId: amount, value: '1' }] })
  expect([missing.data.field, missing.message]).toEqual([centre, '请填写成本中心'])
  const wrong = await saved(owners, { valueArray: [{ fieldId: kind, value: '其他' }] })
  expect(wrong.message).toBe('请填写：框架、订单')
  const memberId = await memberIdOf(server, owner, member.phone)
  const written = [
    { fieldId: centre, value: '行政部' },
    { fieldId: amount, value: '3,502.10' },
    { fieldId: kind, value: '框架' },
    { fieldId: who, value: memberId },
  ]
  const { data } = await saved(owners, { valueArray: written })
  expect(data.valueArray.map(({ value, valueText }) => [value, valueText])).toEqual([
    ['行政部', '行政部'],
    ['350210', '3502.10'],
    ['框架', '框架'],
    [memberId, '张伟'],
  ])
  expect((await filingOf(owners)).logArray[0]).toMatchObject({
    label: '修改台账',
    detail: '成本中心：空 → 行政部；合同金额：空 → 3502.10；类别：空 → 框架；负责人：空 → 张伟',
  })
  const between = (from: string, to: string) => ({ fieldFilterArray: [{ fieldId: amount, from, to }] })
  expect(await found({ keyword: '行政' })).toEqual([owners])
  expect(await found(between('3000', '4000'))).toEqual([owners])
  expect(await found(between('4000', ''))).toEqual([])
  expect(await found({ fieldFilterArray: [{ fieldId: kind, value: '框架' }] })).toEqual([owners])
  expect((await server.call('listFilings', between('多', ''), owner)).data.reason).toBe('field/invalid')
  const stale = { filingId: owners, version: 0, beginDate: '', endDate: '', valueArray: written }
  expect((await server.call('saveFiling', stale, owner)).data.reason).toBe('filing/stale')
  expect((await saved(members, { valueArray: written }, member)).code).toBe(200)
  await server.call('saveFilingField', { fieldId: centre, fieldName: '成本中心', fieldKind: 'text' }, owner)
})

test('a ledger is exported, corrected in a spreadsheet and taken back row by row', async () => {
  const { bytes: exported } = await server.blob('exportFilings', {}, owner)
  const [sheet] = readWorkbook(exported, { sheets: 5, rows: 100, columns: 40, cellLength: 600 })
  const headings = sheet?.rows[0]?.cells.map(({ text }) => text) ?? []
  expect(headings.slice(0, 8)).toEqual([
    '合同编号',
    '合同主题',
    '对方',
    '文件夹',
    '生效日期',
    '到期日期',
    '保存至',
    '成本中心',
  ])
  const numberOf = async (id: string) => (await filingOf(id)).filing.taskNo
  const [mine, his] = [await numberOf(owners), await numberOf(members)]
  const bytes = workbookOf(
    ['合同编号', '成本中心', '合同金额', '到期日期'],
    [mine, '财务部', '12.5', '2027-03-31'],
    [his, '', '十二', ''],
    ['HT0', '', '', ''],
  )
  const send = async (fields: Record<string, string>, who: Player & { key?: string } = owner) =>
    (await server.send('importFilingValues', { fileName: 'a.xlsx', bytes }, fields, who)).data
  const checked = await send({})
  expect([checked.total, checked.goodNumber, checked.savedNumber]).toEqual([3, 1, 0])
  expect(checked.faultArray.map(({ row, faultArray }) => [row, faultArray.map(({ message }) => message)])).toEqual([
    [3, ['请填写金额，单位为元，最多两位小数']],
    [4, ['没有这份已完成的合同，或无权查看']],
  ])
  // What the owner's row names is nobody else's to change.
  expect((await send({}, member)).faultArray.map(({ row }) => row)).toEqual([2, 3, 4])
  const amount = (await overview()).fieldArray.find(({ fieldName }) => fieldName === '合同金额')?.fieldId ?? ''
  const mend = [
    {
      row: 3,
      cellArray: [
        { columnId: 'number', value: his },
        { columnId: amount, value: '12' },
      ],
    },
  ]
  const fields = { mode: 'save', mendArray: JSON.stringify(mend) }
  const first = await send(fields, { ...owner, key: 'import-once' })
  expect(first.savedNumber).toBe(2)
  expect(await send(fields, { ...owner, key: 'import-once' })).toEqual(first)
  const { filing, logArray } = await filingOf(owners)
  expect([filing.endDate, filing.valueArray[0]?.value, filing.valueArray[1]?.value]).toEqual([
    '2027-03-31',
    '财务部',
    '1250',
  ])
  expect(logArray.filter(({ detail }) => detail.includes('财务部'))).toHaveLength(1)
  expect((await server.blob('filingTemplate', {}, member)).status).toBe(200)
})

test('a paper or foreign contract is kept as it came, judged by its own signatures, and never called ours', async () => {
  const bytes = paper()
  const folderId = await madeFolder(server, owner, '纸质合同')
  const send = (file: { fileName: string; bytes: Buffer }, who: Player & { key?: string }, fields = {}) =>
    server.send('importFiling', file, { folderId, ...fields }, who)
  const pdf = { fileName: '租赁合同.pdf', bytes }
  expect((await send(pdf, member)).status).toBe(403)
  const made = await send(pdf, { ...owner, key: 'paper' }, { taskNo: 'Z-1', partyNames: '某某物业' })
  expect(made.data).toMatchObject({
    signId: null,
    taskName: '租赁合同',
    imported: { fileName: '租赁合同.pdf', fileKind: 'pdf', verdict: 'unsigned', conclusion: '未检测到数字签名' },
  })
  expect(await send(pdf, { ...owner, key: 'paper' }, { taskNo: 'Z-1', partyNames: '某某物业' })).toEqual(made)
  const { filingId } = made.data
  const kept = await server.blob('importedFile', { filingId }, owner)
  expect(Buffer.compare(kept.bytes, bytes)).toBe(0)
  for (const who of [stranger, member]) {
    expect((await server.blob('importedFile', { filingId }, who)).status).not.toBe(206)
    expect((await server.call('getFiling', { filingId }, who)).data.reason).toBe('filing/not-found')
  }
  const text = await send({ fileName: 'a.pdf', bytes: Buffer.from('no contract') }, owner)
  expect([text.data.reason, text.message]).toEqual(['file/type', '仅支持导入 pdf、jpg、png 格式'])
  const signed = await list({ keyword: 'HT' })
  const own = await server.blob('downloadFinishedPdf', { signId: signed.filingArray[0]?.signId ?? '' }, owner)
  const again = await send({ fileName: '已签署.pdf', bytes: own.bytes }, owner)
  expect(again.data.signId).toBeNull()
  expect(again.data.imported?.verdict).not.toBe('unsigned')
})

test('whoever looks after the archive manages it without seeing contracts, and who has left sees nothing', async () => {
  const keeper = await colleagueWith(server, owner, {
    name: '档案员',
    phone: '13900000501',
    rights: ['seeConsole', 'manageArchive'],
  })
  const rows = (await list({}, keeper)).filingArray
  const row = rows.find(({ filingId }) => filingId === owners)
  expect((await server.call('saveFolder', { parentId: null, folderName: '档案员建' }, keeper)).code).toBe(200)
  const opened = await server.call('getSignDetailInfo', { signId: row?.signId ?? '' }, keeper)
  expect(opened.data.reason).toBe('contract/not-found')
  const memberId = await memberIdOf(server, owner, keeper.phone)
  await server.call('removeMember', { memberId }, owner)
  const gone = await server.call('listFilings', {}, keeper)
  expect(gone.code).not.toBe(200)
  const personal = await player(server, owner.phone, 'person')
  expect((await server.call('listFolders', {}, personal)).status).toBe(403)
})

test('pages follow each other without a gap', async () => {
  for (let made = 0; made < 9; made += 1) {
    clock += 1000
    const fileName = `第${made}份.pdf`
    const bytes = paper()
    await server.send('importFiling', { fileName, bytes }, {}, owner)
  }
  const first = await list({ pageSize: 10 })
  const second = await list({ pageSize: 10, cursor: first.nextCursor })
  const ids = [...first.filingArray, ...second.filingArray].map(({ filingId }) => filingId)
  expect([new Set(ids).size, first.filingArray.length]).toEqual([ids.length, 10])
  expect(ids).toHaveLength(Math.min(first.total, 20))
})
