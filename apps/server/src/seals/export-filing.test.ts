import { X509Certificate } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWorkbook } from '#src/platform/spreadsheet/read-workbook.ts'
import { companySigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { jing, yunqi } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let owner: Player

beforeAll(async () => {
  server = await testServer()
  owner = await player(server, '13800000002', 'company')
})
afterAll(() => server.close())

const bounds = { sheets: 1, rows: 1000, columns: 20, cellLength: 200 }

async function exported() {
  const { bytes } = await server.blob('exportSealFiling', {}, owner)
  const files = new Map(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, Buffer.from(content)]))
  const rowsOf = (name: string) =>
    readWorkbook(files.get(name) ?? Buffer.alloc(0), bounds).flatMap(({ rows }) =>
      rows.map(({ cells }) => cells.map(({ text }) => text)),
    )
  return { files, seals: rowsOf('印章信息.xlsx'), lines: rowsOf('变更记录.xlsx') }
}

test('a filing holds owner, name, picture and certificate of every seal, and what became of it', async () => {
  const carving = { sealPurpose: 'contract', sealForm: 'round38', sealColor: 'red', lineText: '合同专用章' } as const
  const { sealId, sealCode } = (await server.call('addCompanySeal', { ...carving, sealName: '备案合同章' }, owner)).data
  await server.call('pcSealUpdate', { sealId, sealStatus: 'disabled', reason: '盘点' }, owner)
  const { taskId } = await sent(server, owner, [companySigner(1, yunqi, jing)])
  await signNow(server, owner, taskId)
  const { files, seals, lines } = await exported()
  const row = seals.find((cells) => cells[0] === sealCode)
  expect(row).toEqual(expect.arrayContaining(['备案合同章', yunqi, '红色', '38×38', '已停用', '盘点']))
  expect(files.get(`印章图样/${sealCode}.png`)?.subarray(1, 4).toString()).toBe('PNG')
  const certificate = [...files].find(([name]) => name.startsWith('数字证书/'))?.[1] ?? Buffer.alloc(0)
  expect(new X509Certificate(certificate).subject).toContain(yunqi)
  expect(lines.filter((cells) => cells[1] === sealCode).map((cells) => cells[2])).toEqual(['停用', '制作印章'])
})

test('the log of seals says who took the filing', async () => {
  await exported()
  const [line] = (await server.call('listSealLog', {}, owner)).data.logArray
  expect(line).toMatchObject({ label: '导出备案材料', who: '李静' })
})
