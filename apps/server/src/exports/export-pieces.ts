import type { StoredFile } from '@moqi/evidence/export/zip-records'
import { crcOf, localHeader, longestFile } from '@moqi/evidence/export/zip-records'
import { hash } from 'node:crypto'
import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { ExportPlace } from './export-rows.ts'

/** What is put into an archive. */
export type PackedFile = readonly [path: string, bytes: Buffer]

/** A piece of an archive, and what its directory will say of it. */
export type Piece = { bytes: Buffer; files: StoredFile[] }

/** Packs files as they follow one another in an archive, none of them compressed: PDFs are already. */
export function packPiece(packed: readonly PackedFile[]): Piece {
  const parts: Buffer[] = []
  const files: StoredFile[] = []
  let offset = 0
  for (const [path, bytes] of packed) {
    if (bytes.length > longestFile) throw new Error(`${path} has ${bytes.length} bytes`)
    const facts = { path, length: bytes.length, crc: crcOf(bytes) }
    const header = localHeader(facts)
    files.push({ ...facts, offset, sha256: hash('sha256', bytes) })
    parts.push(header, bytes)
    offset += header.length + bytes.length
  }
  return { bytes: Buffer.concat(parts), files }
}

/** What is in a piece, as the database keeps it. */
export const asFiles = (files: StoredFile[]): RawBuilder<StoredFile[]> =>
  sql<StoredFile[]>`${JSON.stringify(files)}::jsonb`

/** A piece that is no contract: `files` in it, empty where it is a part of the directory. */
export function pieceRow(
  { tenantId, exportId }: ExportPlace,
  pieceNo: number,
  stored: { sha256: string; length: number; files: StoredFile[] },
): Omit<Insertable<Schema['export_piece']>, 'files'> & { files: RawBuilder<StoredFile[]> } {
  return {
    tenant_id: tenantId,
    export_id: exportId,
    piece_no: pieceNo,
    home_tenant_id: null,
    contract_id: null,
    sign_id: null,
    contract_no: null,
    subject: null,
    sha256: stored.sha256,
    length: stored.length,
    start_at: null,
    files: asFiles(stored.files),
    tries: 0,
    checked: true,
    left_out: false,
  }
}

/** The pieces of an export in order. */
export const piecesOf = (tenant: Db, { tenantId, exportId }: ExportPlace) =>
  tenant
    .selectFrom('export_piece')
    .where('tenant_id', '=', tenantId)
    .where('export_id', '=', exportId)
    .orderBy('piece_no')
