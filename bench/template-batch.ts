import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Client as Database } from 'pg'
import { openOwner } from '../apps/server/src/commands/owner-connection.ts'
import { writeWorkbook } from '../apps/server/src/platform/spreadsheet/write-workbook.ts'
import type { Client } from '../scripts/demo/api-client.ts'
import { uploadContract } from '../scripts/demo/launch-contract.ts'
import type { ServerProcess } from './server-process.ts'

/** A template of one file and one place, which somebody signs in person. */
export type Template = { templateId: string; version: number; fileId: string }

/** Who is to sign the contract of a row. */
export type Row = { signerName: string; phone: string }

const sample = join(import.meta.dirname, '../samples/保密协议.pdf')

/** Makes the template that a batch is sent from. */
export async function makeTemplate(client: Client): Promise<Template> {
  const bytes = new Uint8Array(readFileSync(sample))
  const { fileId } = await uploadContract(client, { fileName: basename(sample), bytes })
  const { templateId, version } = await client.call('saveTemplate', {
    templateName: '员工保密协议',
    taskName: '员工保密协议',
    deadlineDays: 30,
    fileIdArray: [fileId],
    roleArray: [{ signerNo: 1, roleName: '员工', signOrder: 1, signType: 0, own: 0 }],
  })
  const saved = await client.call('saveTemplateLocation', { templateId, version, positionArray: [placeOn(fileId)] })
  return { templateId, version: saved.version, fileId }
}

/** Where the template is signed. */
export const placeOn = (fileId: string) => ({
  positionId: 'sign',
  fileId,
  page: 1,
  x: 20,
  y: 80,
  width: 20,
  height: 20,
  positionType: 'personSign' as const,
  signerNo: 1,
})

/** Sends a contract a row, at most `batchLimits.rows` of them. Answers the batch. */
export async function startBatch(client: Client, { templateId }: Template, rows: readonly Row[]): Promise<string> {
  const cells = rows.map(({ signerName, phone }) => [signerName, phone])
  const bytes = new Uint8Array(
    writeWorkbook([{ name: '名单', widths: [], rows: [['员工姓名', '员工手机号'], ...cells] }]),
  )
  const { batchId } = await client.upload('checkBatch', { fileName: '名单.xlsx', bytes }, { templateId })
  await client.call('startBatch', { batchId })
  return batchId
}

/** Gives every space ten thousand copies more than a bench needs. */
export const fillQuota = (server: ServerProcess) =>
  ask(server, 'update quota_pack set total = 20000, remaining = 20000')

/** Asks the running server's own database as its owner; answers the first row's `number`, or 0. */
export async function ask({ dataDir }: ServerProcess, text: string, values: unknown[] = []): Promise<number> {
  const { owner } = await openOwner({ databaseUrl: null, dataDir })
  const database = new Database(owner)
  await database.connect()
  try {
    const { rows } = await database.query<{ number: number }>(text, values)
    return rows[0]?.number ?? 0
  } finally {
    await database.end()
  }
}
