import { exportPaths } from '@moqi/evidence/export/export-manifest'
import { BlobDamaged, BlobMissing } from '#src/platform/blobs/blob-store.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type PackedFile, packPiece, type Piece } from './export-pieces.ts'
import type { ExportPlace } from './export-rows.ts'

const atOnce = 100
const first = '00000000-0000-0000-0000-000000000000'
const kinds = ['pdf', 'jpeg', 'png'] as const

/**
 * Puts the contracts that were not signed here into the archive, as they came, one in memory at a time; false once the
 * export was stopped. In place of one whose bytes are lost or damaged lies a text that says so.
 */
export async function addPapers(
  deps: Pick<Deps, 'db' | 'blobs' | 'log'>,
  { tenantId }: ExportPlace,
  add: (piece: Piece) => Promise<boolean>,
): Promise<boolean> {
  for (let after = first, isMore = true; isMore;) {
    const from = after
    const rows = await deps.db.read(tenantId, (tenant) =>
      tenant
        .selectFrom('filing')
        .where('tenant_id', '=', tenantId)
        .where('imported', '=', true)
        .where('filing_id', '>', from)
        .orderBy('filing_id')
        .limit(atOnce)
        .select(['filing_id', 'subject', 'file_kind', 'sha256'])
        .execute(),
    )
    for (const row of rows) if (!(await add(packPiece([await paperOf(deps, row)])))) return false
    after = rows.at(-1)?.filing_id ?? after
    isMore = rows.length === atOnce
  }
  return true
}

type Paper = { filing_id: string; subject: string | null; file_kind: string | null; sha256: string | null }

async function paperOf({ blobs, log }: Pick<Deps, 'blobs' | 'log'>, paper: Paper): Promise<PackedFile> {
  const { filing_id: filingId, subject, file_kind: kind, sha256 } = paper
  const pathAs = (as: (typeof kinds)[number] | 'txt') => exportPaths.paper(filingId, subject ?? '', as)
  try {
    if (sha256 === null) throw new BlobMissing(`filing ${filingId} has no file`)
    return [pathAs(kinds.find((one) => one === kind) ?? 'pdf'), await blobs.get(sha256)]
  } catch (error) {
    if (!(error instanceof BlobDamaged || error instanceof BlobMissing)) throw error
    log(`filing ${filingId} cannot be exported`, error)
    const text = `这份合同的文件在平台上已损坏或丢失，无法导出。原文件的SHA-256：${sha256 ?? '无'}\n`
    return [pathAs('txt'), Buffer.from(text)]
  }
}
