import type { StoredFile } from '@moqi/evidence/export/zip-records'
import { hash } from 'node:crypto'
import { releaseBlobs } from '#src/platform/blobs/blob-holders.ts'
import { BlobDamaged, BlobMissing } from '#src/platform/blobs/blob-store.ts'
import type { Deps } from '#src/platform/deps.ts'
import { inLanes } from '#src/platform/in-lanes.ts'
import { piecesOf } from './export-pieces.ts'
import { type ExportPlace, type ExportRow, setExport } from './export-rows.ts'
import { failOnce } from './pack-contracts.ts'
import { placeOf, whileRunning } from './while-running.ts'

const lanes = 2
const perStep = 12

type Packed = {
  piece_no: number
  sha256: string | null
  length: number | null
  files: StoredFile[] | null
  tries: number
}

/**
 * Reads the next pieces back and judges every file in them: hashes, signatures, time-stamps. A contract that is not as
 * it should be is packed anew. Goes on to the end when all are checked.
 */
export async function checkPieces(deps: Deps, row: ExportRow): Promise<void> {
  const place = placeOf(row)
  const packed = await deps.db.read(place.tenantId, (tenant) =>
    piecesOf(tenant, place)
      .where('checked', '=', false)
      .where('left_out', '=', false)
      .limit(perStep)
      .select(['piece_no', 'sha256', 'length', 'files', 'tries'])
      .execute(),
  )
  if (packed.length === 0) {
    await whileRunning(deps, place, (tx) => setExport(tx, place, { stage: 'seal' }))
    return
  }
  await inLanes(packed, lanes, (one) => checkOne(deps, place, one))
}

async function checkOne(deps: Deps, place: ExportPlace, one: Packed): Promise<void> {
  const fault = await faultOf(deps, one)
  if (fault !== null) {
    deps.log(`export ${place.exportId}: piece ${one.piece_no} is packed anew`, { fault })
    return packAnew(deps, place, one)
  }
  await whileRunning(deps, place, async (tx, held) => {
    const { numUpdatedRows } = await tx
      .updateTable('export_piece')
      .set({ checked: true })
      .where('tenant_id', '=', place.tenantId)
      .where('export_id', '=', place.exportId)
      .where('piece_no', '=', one.piece_no)
      .where('checked', '=', false)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) await setExport(tx, place, { checked: held.checked + 1 })
  })
}

/** What is wrong with a piece; null where nothing is. */
async function faultOf({ blobs, workshop }: Deps, { sha256, files }: Packed): Promise<string | null> {
  if (sha256 === null || files === null) return 'it is not packed'
  const piece = await blobs.get(sha256).catch((error: unknown) => {
    if (error instanceof BlobDamaged || error instanceof BlobMissing) return null
    throw error
  })
  if (!piece) return 'its bytes are damaged'
  for (const file of files) {
    const start = file.offset + 30 + Buffer.byteLength(file.path)
    const bytes = piece.subarray(start, start + file.length)
    if (hash('sha256', bytes) !== file.sha256) return `${file.path} has changed`
    if (!file.path.endsWith('.pdf')) continue
    const { verdict } = await workshop.verifyKept(bytes)
    if (verdict === 'invalid' || verdict === 'unreadable') return `${file.path} is ${verdict}`
  }
  return null
}

async function packAnew(deps: Deps, place: ExportPlace, one: Packed): Promise<void> {
  await whileRunning(deps, place, async (tx, held) => {
    await tx
      .updateTable('export_piece')
      .set({ sha256: null, length: null, files: null })
      .where('tenant_id', '=', place.tenantId)
      .where('export_id', '=', place.exportId)
      .where('piece_no', '=', one.piece_no)
      .execute()
    if (one.sha256 !== null) {
      const jobKey = `free ${place.exportId} ${one.piece_no} ${one.tries}`
      await releaseBlobs(tx, { jobKey, holders: [place.exportId], names: [one.sha256] })
    }
    await setExport(tx, place, { stage: 'pack', packed: held.packed - 1, size: held.size - (one.length ?? 0) })
  })
  await failOnce(deps, place, one)
}
