import { hash, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { holdBlobs, releaseBlobs } from '#src/platform/blobs/blob-holders.ts'
import type { TestServer } from './test-server.ts'

/** A file in which increments lie one behind the other. */
export type Segment = { directory: string; path: string }

/**
 * Lays a contract's increments out as a server did that kept them in files: the one of freezing as a blob, every other
 * in a segment behind some bytes of somebody else's, and no archived document.
 */
export async function putIncrementsOutside(
  { deps }: TestServer,
  tenantId: string,
  contractId: string,
): Promise<Segment> {
  const directory = join(deps.config.dataDir, 'blobs', 'segments')
  const segment = randomBytes(16).toString('hex')
  const before = randomBytes(100)
  const parts: Buffer[] = [before]
  let at = before.length
  await deps.db.write(tenantId, async (tx) => {
    const rows = await tx
      .selectFrom('document_revision as r')
      .innerJoin('document_layout as l', (layout) =>
        layout
          .onRef('l.tenant_id', '=', 'r.tenant_id')
          .onRef('l.contract_id', '=', 'r.contract_id')
          .onRef('l.file_id', '=', 'r.file_id'),
      )
      .where('r.tenant_id', '=', tenantId)
      .where('r.contract_id', '=', contractId)
      .select(['r.file_id', 'r.revision', 'r.start', 'r.length', 'r.bytes', 'l.archive_sha256'])
      .orderBy('r.file_id')
      .orderBy('r.revision')
      .execute()
    for (const { file_id, revision, start, length, bytes: own, archive_sha256 } of rows) {
      const whole = archive_sha256 === null ? null : await deps.blobs.get(archive_sha256)
      const bytes = own ?? whole?.subarray(start, start + length)
      if (!bytes) throw new Error(`revision ${revision} has no bytes`)
      const digest = hash('sha256', bytes, 'hex')
      if (revision === 0) await holdBlobs(tx, contractId, [await deps.blobs.put(bytes)])
      const name = revision === 0 ? digest : `${digest}@${segment}:${at}:${bytes.length}`
      if (revision > 0) at += parts.push(bytes) && bytes.length
      await tx
        .updateTable('document_revision')
        .set({ sha256: name, bytes: null })
        .where('contract_id', '=', contractId)
        .where('file_id', '=', file_id)
        .where('revision', '=', revision)
        .execute()
    }
    const archived = [...new Set(rows.flatMap(({ archive_sha256 }) => archive_sha256 ?? []))]
    if (archived.length > 0) {
      await releaseBlobs(tx, { jobKey: `free ${contractId}`, holders: [contractId], names: archived })
    }
    await tx
      .updateTable('document_layout')
      .set({ archive_sha256: null, archive_length: null })
      .where('contract_id', '=', contractId)
      .execute()
    await tx.insertInto('increment_elsewhere').values({ home_tenant_id: tenantId, contract_id: contractId }).execute()
    for (const sha256 of archived) await deps.blobs.remove(sha256)
  })
  mkdirSync(directory, { recursive: true })
  const path = join(directory, segment)
  writeFileSync(path, Buffer.concat(parts))
  return { directory, path }
}
