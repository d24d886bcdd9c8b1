import { exportPaths, listLine } from '@moqi/evidence/export/export-manifest'
import { exportReadme } from '@moqi/evidence/export/export-readme'
import { directoryEnd, directoryEntry, type StoredFile } from '@moqi/evidence/export/zip-records'
import { sql } from 'kysely'
import { holdBlobs, releaseBlobs } from '#src/platform/blobs/blob-holders.ts'
import { csvOf } from '#src/platform/csv.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { addPapers } from './add-papers.ts'
import { companyTables, type KeyedRow, tablePage } from './company-tables.ts'
import { packPiece, type Piece, pieceRow, piecesOf } from './export-pieces.ts'
import type { ExportPlace, ExportRow } from './export-rows.ts'
import { finishExport } from './finish-export.ts'
import { type ListFacts, manifestPiece } from './make-manifest.ts'
import { placeOf, whileRunning } from './while-running.ts'

const piecesAtOnce = 200

/** Adds a piece behind all others; false once the export was stopped. */
type AddPiece = (piece: Piece) => Promise<boolean>

/**
 * Writes what comes behind the contracts: those that were not signed here, the company's tables, the lists of all
 * files, the signed manifest, the directory. Whatever a former try has left of that is taken away first.
 */
export async function sealArchive(deps: Deps, row: ExportRow): Promise<void> {
  const place = placeOf(row)
  await removeRest(deps, place)
  let next = row.contracts + 1
  const add: AddPiece = async (piece) => {
    const sha256 = await deps.blobs.put(piece.bytes)
    const stored = { sha256, length: piece.bytes.length, files: piece.files }
    const added = await whileRunning(deps, place, async (tx) => {
      await tx
        .insertInto('export_piece')
        .values(pieceRow(place, next, stored))
        .execute()
      await holdBlobs(tx, place.exportId, [sha256])
      return true
    })
    next++
    return added === true
  }
  if (!(await add(packPiece([[exportPaths.readme, Buffer.from(exportReadme)]])))) return
  if (!(await addPapers(deps, place, add)) || !(await addTables(deps, place, add))) return
  const lists = await addLists(deps, place, add)
  if (!lists) return
  const made = await manifestPiece(deps, row, lists)
  if (!(await add(made.piece))) return
  await placePieces(deps, place)
  const directory = await addDirectory(deps, place, add)
  if (!directory || !(await add({ bytes: directoryEnd(directory), files: [] }))) return
  await placePieces(deps, place)
  await finishExport(deps, place, { etag: made.etag })
}

/** Pieces that are no contracts, as they were before the archive was ended. */
const restOf = (db: Db, place: ExportPlace) => piecesOf(db, place).where('contract_id', 'is', null)

async function removeRest(deps: Pick<Deps, 'db'>, place: ExportPlace): Promise<void> {
  await whileRunning(deps, place, async (tx) => {
    const rest = await restOf(tx, place).select(['piece_no', 'sha256']).execute()
    const [first] = rest
    if (!first) return
    await tx
      .deleteFrom('export_piece')
      .where('tenant_id', '=', place.tenantId)
      .where('export_id', '=', place.exportId)
      .where('contract_id', 'is', null)
      .execute()
    const names = rest.flatMap(({ sha256 }) => sha256 ?? [])
    await releaseBlobs(tx, { jobKey: `free ${place.exportId} rest`, holders: [place.exportId], names })
  })
}

async function addTables({ db }: Pick<Deps, 'db'>, { tenantId }: ExportPlace, add: AddPiece): Promise<boolean> {
  for (const { name, columns, read } of companyTables) {
    let after: string | null = null
    for (let number = 1; number === 1 || after !== null; number++) {
      const from: string | null = after
      const rows: KeyedRow[] = await db.read(tenantId, (tenant) => read(tenant, tenantId, from))
      const cells = rows.map((row) => row.cells.map((cell) => String(cell ?? '')))
      const path = exportPaths.table(name, number)
      if (!(await add(packPiece([[path, Buffer.from(csvOf(columns, cells))]])))) return false
      after = rows.length < tablePage ? null : (rows.at(-1)?.key ?? null)
    }
  }
  return true
}

/** Lists every file that is there by then; null once the export was stopped. */
async function addLists(deps: Pick<Deps, 'db'>, place: ExportPlace, add: AddPiece): Promise<ListFacts | null> {
  const facts: ListFacts = { lists: [], files: 0, bytes: 0 }
  // What is added meanwhile lists itself nowhere.
  const last = (await lastPiece(deps, place)) ?? 0
  for await (const pieces of pages(deps, place, last)) {
    const files = pieces.flatMap((piece) => piece.files ?? [])
    if (files.length === 0) continue
    const path = exportPaths.list(facts.lists.length + 1)
    const list = packPiece([[path, Buffer.from(files.map(listLine).join(''))]])
    if (!(await add(list))) return null
    facts.lists.push(...list.files.map(({ length, sha256 }) => ({ path, length, sha256 })))
    facts.files += files.length
    facts.bytes += files.reduce((sum, { length }) => sum + length, 0)
  }
  return facts
}

/** Writes the central directory in parts; null once the export was stopped. */
async function addDirectory(
  deps: Pick<Deps, 'db'>,
  place: ExportPlace,
  add: AddPiece,
): Promise<{ count: number; at: number; size: number } | null> {
  let [count, size, at] = [0, 0, 0]
  const last = (await lastPiece(deps, place)) ?? 0
  for await (const pieces of pages(deps, place, last)) {
    const entries: Buffer[] = []
    for (const { files, start_at: start, length } of pieces) {
      if (start === null || length === null) continue
      for (const file of files ?? []) entries.push(directoryEntry(file, start + file.offset))
      at = start + length
    }
    if (entries.length === 0) continue
    const bytes = Buffer.concat(entries)
    if (!(await add({ bytes, files: [] }))) return null
    count += entries.length
    size += bytes.length
  }
  return { count, at, size }
}

type PagePiece = { piece_no: number; files: StoredFile[] | null; start_at: number | null; length: number | null }

/** The pieces up to one, some at a time. */
async function* pages({ db }: Pick<Deps, 'db'>, place: ExportPlace, last: number): AsyncGenerator<PagePiece[]> {
  for (let after = 0; after < last;) {
    const from = after
    const pieces = await db.read(place.tenantId, (tenant) =>
      piecesOf(tenant, place)
        .where('piece_no', '>', from)
        .where('piece_no', '<=', last)
        .limit(piecesAtOnce)
        .select(['piece_no', 'files', 'start_at', 'length'])
        .execute(),
    )
    if (pieces.length === 0) return
    yield pieces
    after = pieces.at(-1)?.piece_no ?? last
  }
}

async function lastPiece({ db }: Pick<Deps, 'db'>, place: ExportPlace): Promise<number | null> {
  const found = await db.read(place.tenantId, (tenant) =>
    tenant
      .selectFrom('export_piece')
      .where('tenant_id', '=', place.tenantId)
      .where('export_id', '=', place.exportId)
      .select(({ fn }) => fn.max('piece_no').as('last'))
      .executeTakeFirst(),
  )
  return found?.last ?? null
}

/** Gives each piece its place in the archive. */
async function placePieces({ db }: Pick<Deps, 'db'>, { tenantId, exportId }: ExportPlace): Promise<void> {
  await db.write(tenantId, (tx) =>
    sql`update export_piece p set start_at = o.start_at
      from (select piece_no, sum(coalesce(length, 0)) over (order by piece_no) - coalesce(length, 0) as start_at
        from export_piece where tenant_id = ${tenantId} and export_id = ${exportId}) o
      where p.tenant_id = ${tenantId} and p.export_id = ${exportId} and p.piece_no = o.piece_no
        and p.start_at is distinct from o.start_at`.execute(tx),
  )
}
