import type { File, Position } from '@moqi/api/shapes'
import { positionOf } from '@moqi/api/wire/area'
import { wireFile } from '@moqi/api/wire/file'
import type { Area } from '@moqi/domain/contract/area'
import type { Selectable } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Entry } from './entry.ts'

/** A place to sign as it is kept, in mm from the page's top left. */
export type AreaRow = Selectable<Schema['area']>
type Place = Pick<Entry, 'homeTenantId' | 'contractId'>

/**
 * Asks for the contract's files or attachments in order, as `c`, with their uploads, as `f`; `name` is what the
 * contract calls each.
 */
const inOrder = (db: Db, table: 'contract_file' | 'contract_attachment', { homeTenantId, contractId }: Place) =>
  db
    .selectFrom(`${table} as c`)
    .innerJoin('file as f', (join) =>
      join.onRef('f.tenant_id', '=', 'c.tenant_id').onRef('f.file_id', '=', 'c.file_id'),
    )
    .where('c.tenant_id', '=', homeTenantId)
    .where('c.contract_id', '=', contractId)
    .orderBy('c.position')
    .select(['f.file_id', 'f.source_kind'])
    .select(({ fn }) => fn.coalesce('c.name', 'f.name').as('name'))

/** Asks for the contract's files in order, which the caller may select more of. */
export const filesInOrder = (db: Db, place: Place) => inOrder(db, 'contract_file', place)

/** The same with the documents that signing has made of them, as `h`; absent until then. */
const withHeads = (db: Db, place: Place) =>
  filesInOrder(db, place).leftJoin('document_head as h', (join) =>
    join
      .onRef('h.tenant_id', '=', 'c.tenant_id')
      .onRef('h.contract_id', '=', 'c.contract_id')
      .onRef('h.file_id', '=', 'c.file_id'),
  )

/** What the address of a contract's file carries: whose way in it is. */
export type WayIn = { signId: string } | { approveId: string }

/** The contract's files in order, as they are shown; `via` is the way in that their addresses carry. */
export async function shownFiles(db: Db, place: Place, via: WayIn): Promise<File[]> {
  const rows = await withHeads(db, place)
    .select(['f.page_count', 'f.kept_size', 'f.kept_sha256', 'f.pages', 'f.fields', 'h.sha256', 'h.length'])
    .execute()
  return rows.map((row) =>
    shownFile({ ...row, kept_size: row.length ?? row.kept_size, kept_sha256: row.sha256 ?? row.kept_sha256 }, via),
  )
}

/** What the contract's files take as they stand now, bytes. */
export async function sizeOfFiles(db: Db, place: Place): Promise<number> {
  const rows = await withHeads(db, place).select(['f.kept_size', 'h.length']).execute()
  return rows.reduce((sum, { length, kept_size: uploaded }) => sum + (length ?? uploaded), 0)
}

/** Whether anything goes along with the contract. */
export async function hasAttachments(db: Db, { homeTenantId, contractId }: Place): Promise<boolean> {
  const found = await db
    .selectFrom('contract_attachment')
    .where('tenant_id', '=', homeTenantId)
    .where('contract_id', '=', contractId)
    .select('file_id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** The contract's attachments in order, as they are shown: read along with it, never signed. */
export async function shownAttachments(db: Db, place: Place, via: WayIn): Promise<File[]> {
  const rows = await inOrder(db, 'contract_attachment', place)
    .select(['f.page_count', 'f.kept_size', 'f.kept_sha256', 'f.pages'])
    .execute()
  return rows.map((row) => shownFile({ ...row, fields: null }, via))
}

type Upload = Pick<
  Selectable<Schema['file']>,
  'file_id' | 'page_count' | 'kept_size' | 'kept_sha256' | 'pages' | 'fields' | 'source_kind'
>

/** A file of a contract or template as it is shown; `via` is the way in that its address carries. */
export const shownFile = (row: Upload & { name: string }, via: WayIn | { templateId: string }): File =>
  wireFile(
    {
      fileId: row.file_id,
      fileName: row.name,
      pageCount: row.page_count,
      fileSize: row.kept_size,
      sha256: row.kept_sha256,
      pages: row.pages,
      fields: row.fields,
      sourceKind: row.source_kind,
    },
    via,
  )

/** The areas of a contract in reading order. */
export function areasOf(db: Db, { homeTenantId, contractId }: Place): Promise<AreaRow[]> {
  return db
    .selectFrom('area')
    .where('tenant_id', '=', homeTenantId)
    .where('contract_id', '=', contractId)
    .selectAll()
    .orderBy('page')
    .orderBy('y')
    .orderBy('area_id')
    .execute()
}

/** One party of a contract. */
export type PartyPlace = Place & { partyNo: number }

/** The areas of one party in reading order. */
export const areasOfParty = compiledOnce((db, { homeTenantId, contractId, partyNo }: PartyPlace) =>
  db
    .selectFrom('area')
    .where('tenant_id', '=', homeTenantId)
    .where('contract_id', '=', contractId)
    .where('party_no', '=', partyNo)
    .selectAll()
    .orderBy('page')
    .orderBy('y')
    .orderBy('area_id'),
)

/** An area as the rules know it. */
export const areaOfRow = (row: AreaRow): Area => ({
  areaId: row.area_id,
  fileId: row.file_id,
  page: row.page,
  x: row.x,
  y: row.y,
  width: row.width,
  height: row.height,
  control: row.control,
  partyNo: row.party_no,
  required: row.required,
  value: row.value,
  format: row.format,
  label: row.label ?? undefined,
  bounds: row.bounds ?? undefined,
  pages: row.pages ?? undefined,
})

/** An area as it travels (checklist C0.12). */
export const wireArea = (row: AreaRow): Position => positionOf(areaOfRow(row))
