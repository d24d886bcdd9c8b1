import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import type { Player } from './contract-scene.ts'
import type { TestServer } from './test-server.ts'
import { workbookOf } from './workbook-file.ts'

type Positions = Sent<Table['saveTemplateLocation']>['positionArray']

/** A template of a company: the own seal, an employee who signs, and a salary that the initiator fills in. */
export async function savedTemplate(
  server: TestServer,
  who: Player,
  more: Partial<Sent<Table['saveTemplate']>> = {},
): Promise<{ templateId: string; version: number; areas: Positions }> {
  const sample = readFileSync(join(import.meta.dirname, '../../../../samples/保密协议.pdf'))
  const { data: file } = await server.upload('保密协议.pdf', sample, who)
  const saved = await server.call(
    'saveTemplate',
    {
      templateName: '员工保密协议',
      taskName: '员工保密协议',
      deadlineDays: 30,
      fileIdArray: [file.fileId],
      roleArray: [
        { signerNo: 1, roleName: '本企业', signOrder: 2, signType: 1, own: 1 },
        { signerNo: 2, roleName: '员工', signOrder: 1, signType: 0, own: 0 },
      ],
      ...more,
    },
    who,
  )
  if (saved.code !== 200) throw new Error(`not saved: ${JSON.stringify(saved)}`)
  const place = { fileId: file.fileId, page: 1 }
  const areas: Positions = [
    { ...place, positionId: 'seal', x: 5, y: 10, width: 42, height: 42, positionType: 'companySeal', signerNo: 1 },
    { ...place, positionId: 'sign', x: 60, y: 10, width: 20, height: 20, positionType: 'personSign', signerNo: 2 },
    {
      ...place,
      positionId: 'pay',
      x: 100,
      y: 10,
      width: 50,
      height: 8,
      positionType: 'text',
      signerNo: 0,
      label: '月工资',
      format: 'number',
    },
  ]
  const { templateId, version } = saved.data
  const placed = await server.call('saveTemplateLocation', { templateId, version, positionArray: areas }, who)
  if (placed.data.ready !== 1) throw new Error(`not ready: ${JSON.stringify(placed)}`)
  return { templateId, version: placed.data.version, areas }
}

const headings = ['员工姓名', '员工手机号', '月工资']

/** The spreadsheet of a batch. */
export const batchSheet = (...rows: string[][]) => ({ fileName: '名单.xlsx', bytes: workbookOf(headings, ...rows) })

/** Rows of different people. */
export const people = (count: number): string[][] =>
  Array.from({ length: count }, (_, n) => [
    `程若${[...'零一二三四五六七八九'][n % 10]}`,
    `1391${String(n).padStart(7, '0')}`,
    `${9000 + n}`,
  ])

/** Keeps a list of rows and answers its id. */
export async function listedBatch(
  server: TestServer,
  who: Player & { key?: string },
  { templateId }: { templateId: string },
  rows: string[][],
): Promise<string> {
  const answer = await server.send('checkBatch', batchSheet(...rows), { templateId }, who)
  if (answer.code !== 200) throw new Error(`not listed: ${JSON.stringify(answer)}`)
  return answer.data.batchId
}

/** Starts a batch and answers its id. */
export async function startedBatch(
  server: TestServer,
  { key, ...who }: Player & { key?: string },
  template: { templateId: string },
  rows: string[][],
): Promise<string> {
  const batchId = await listedBatch(server, who, template, rows)
  const answer = await server.call('startBatch', { batchId }, { ...who, ...(key && { key }) })
  if (answer.code !== 200) throw new Error(`not started: ${JSON.stringify(answer)}`)
  return batchId
}

/** Waits until nothing of the batch waits any more. */
export async function doneBatch(server: TestServer, who: Player, batchId: string) {
  for (let attempt = 0; attempt < 600; attempt++) {
    const { data } = await server.call('getBatch', { batchId, pageSize: 50 }, who)
    if (data.waitingNumber === 0 && data.finishTime !== null) return data
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the batch does not end')
}
