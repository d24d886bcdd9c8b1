import { Client } from 'pg'
import { atOneMoment } from '#src/platform/audit/audit.ts'
import { type AuditFault, checkAudit, headsOutside } from '#src/platform/audit/check-audit.ts'
import type { BlobStore } from '#src/platform/blobs/blob-store.ts'
import type { Database } from '#src/platform/database/database.ts'
import type { OwnerConnection } from '#src/platform/database/migrate.ts'
import { readDocument } from '#src/platform/documents/read-document.ts'
import { openWorkshop } from '#src/platform/workshop.ts'
import { blobNames } from './blob-names.ts'

type Verified = {
  /** The owner's: rows of all tenants. */
  owner: OwnerConnection
  db: Database
  blobs: BlobStore
  dataDir: string
  /** DER. */
  roots: Buffer[]
  now: () => number
}
/** What was looked at, and what is wrong with it, a sentence each. */
export type DataReport = { blobs: number; documents: number; faults: string[] }

/** So many documents are verified, taken at random. */
const sample = 20

/** Recomputes the log's chains and tree, reads every blob, and verifies some signed documents. */
export async function verifyData({ owner, db, blobs, dataDir, roots, now }: Verified): Promise<DataReport> {
  const client = new Client(owner)
  await client.connect()
  const workshop = openWorkshop({ roots, crls: async () => [], now })
  try {
    const heads = await headsOutside({ dataDir })
    const trust = { roots, now: now() }
    const faults = (await atOneMoment(db, (reading) => checkAudit({ db: reading, heads, trust }))).map(sentence)
    const names = await blobNames(client)
    for (const name of names) await blobs.get(name).catch((error: unknown) => void faults.push(String(error)))
    const { rows } = await client.query<{ tenant_id: string; contract_id: string; file_id: string }>(
      'select tenant_id, contract_id, file_id from document_head where revision > 0 order by random() limit $1',
      [sample],
    )
    for (const { tenant_id: tenantId, contract_id: contractId, file_id: fileId } of rows) {
      const place = `${contractId} ${fileId}`
      try {
        const { bytes } = await db.read(tenantId, (home) => readDocument({ blobs }, home, tenantId, contractId, fileId))
        const { verdict } = await workshop.verify(bytes)
        if (verdict === 'invalid') faults.push(`合同文件 ${place} 验签不通过`)
      } catch (error) {
        faults.push(`合同文件 ${place}：${error instanceof Error ? error.message : String(error)}`)
      }
    }
    return { blobs: names.length, documents: rows.length, faults }
  } finally {
    await workshop.close()
    await client.end()
  }
}

const sentence = ({ what, tenantId, place }: AuditFault) =>
  [what, tenantId, place].filter((one) => one !== null).join('  ')
