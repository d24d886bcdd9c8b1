import { nullWhenRefused, Refusal } from '@moqi/domain/refusal'
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { Member } from '#src/platform/actor.ts'
import { requireApplication } from '#src/cores/approval/require-application.ts'
import { findColleaguesEntry, findEntry } from '#src/cores/contract/entry.ts'
import { requireTemplateUse } from '#src/cores/template/template-access.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import { readDocument, readKeptBlob, type StandingDocument } from '#src/platform/documents/read-document.ts'
import { isUuid } from '#src/platform/uuid.ts'

/**
 * What a reader asks for: an own upload, with `signId` a file of a contract one is a party of (its first when none is
 * named), with `approveId` of one on which one decides about the use of a seal, with `templateId` one of a template one
 * may launch from.
 */
export type FileQuestion = Partial<Record<'fileId' | 'signId' | 'approveId' | 'templateId', string | undefined>>

/** A file the actor may read, as it stands now. */
export type ReadableFile = { name: string; pageCount: number; document: StandingDocument }

type Reader = Pick<Member, 'tenantId' | 'accountId' | 'space'>

/** Finds the file and its bytes, or throws `file/not-found`: somebody else's answers like none. */
export async function readableFile(
  deps: Pick<Deps, 'db' | 'blobs'>,
  reader: Reader,
  { fileId, signId, approveId, templateId }: FileQuestion,
): Promise<ReadableFile> {
  if (fileId !== undefined && !isUuid(fileId)) throw new Refusal('file/not-found')
  if (signId !== undefined) return contractFile(deps, await placeOfEntry(deps, reader, signId), fileId)
  if (approveId !== undefined) return contractFile(deps, await placeOfApproval(deps, reader, approveId), fileId)
  if (fileId === undefined) throw new Refusal('file/not-found')
  if (templateId === undefined) return upload(deps, reader, fileId, (file) => file('account_id', '=', reader.accountId))
  if (!isUuid(templateId) || !reader.space.rights.includes('launch')) throw new Refusal('file/not-found')
  const usable = await deps.db
    .read(reader.tenantId, async (tenant) => requireTemplateUse(tenant, reader, templateId, 'use').then(() => true))
    .catch(nullWhenRefused)
  if (!usable) throw new Refusal('file/not-found')
  return upload(deps, reader, fileId, (file) =>
    file(
      'file_id',
      'in',
      file
        .selectFrom('template_file')
        .where('tenant_id', '=', reader.tenantId)
        .where('template_id', '=', templateId)
        .select('template_file.file_id'),
    ),
  )
}

async function upload(
  deps: Pick<Deps, 'db' | 'blobs'>,
  { tenantId }: Reader,
  fileId: string,
  mayRead: (file: ExpressionBuilder<Schema, 'file'>) => Expression<SqlBool>,
) {
  const found = await deps.db.read(tenantId, (tenant) =>
    tenant
      .selectFrom('file')
      .where('tenant_id', '=', tenantId)
      .where('file_id', '=', fileId)
      .where(mayRead)
      .select(['name', 'page_count', 'kept_sha256', 'kept_size'])
      .executeTakeFirst(),
  )
  if (!found) throw new Refusal('file/not-found')
  const sha256 = found.kept_sha256
  const document = { bytes: await readKeptBlob(deps, sha256, found.kept_size), sha256, revision: 0 }
  return { name: found.name, pageCount: found.page_count, document }
}

/** Whose handed-in papers somebody may read: every party's, the own party's by number, or nobody's. */
type PapersOf = 'all' | number | null

type ContractPlace = { homeTenantId: string; contractId: string; isInitiators: boolean; papersOf: PapersOf }

async function placeOfEntry({ db }: Pick<Deps, 'db'>, reader: Reader, signId: string): Promise<ContractPlace> {
  const entry = await db.read(reader.tenantId, async (tenant) => {
    const own = await findEntry(tenant, reader, signId)
    if (own)
      return { ...own, isInitiators: own.isInitiator, papersOf: own.isInitiator ? ('all' as const) : own.partyNo }
    const colleagues = await findColleaguesEntry(tenant, reader, signId)
    return colleagues && { ...colleagues, papersOf: null }
  })
  if (!entry) throw new Refusal('file/not-found')
  return entry
}

async function placeOfApproval({ db }: Pick<Deps, 'db'>, reader: Reader, approveId: string): Promise<ContractPlace> {
  const found = await db
    .read(reader.tenantId, (own) => requireApplication(own, reader, approveId))
    .catch(nullWhenRefused)
  if (!found) throw new Refusal('file/not-found')
  const { home_tenant_id: homeTenantId, contract_id: contractId } = found.row
  return { homeTenantId, contractId, isInitiators: false, papersOf: null }
}

async function contractFile(
  deps: Pick<Deps, 'db' | 'blobs'>,
  { homeTenantId: home, contractId, isInitiators, papersOf }: ContractPlace,
  named?: string,
) {
  return deps.db.read(home, async (db) => {
    const contract = await openedContract(db, home, contractId, isInitiators)
    const fileId = named ?? (await firstFile(db, home, contractId))
    const found = fileId === undefined ? undefined : await heldFile(db, home, { ...contract, papersOf }, fileId)
    if (!fileId || !found) throw new Refusal('file/not-found')
    const { name, page_count: pageCount, kept_sha256: sha256, kept_size: size } = found
    if (!found.attached) return { name, pageCount, document: await readDocument(deps, db, home, found.holder, fileId) }
    return { name, pageCount, document: { bytes: await readKeptBlob(deps, sha256, size), sha256, revision: 0 } }
  })
}

type Opened = { contract_id: string; origin_contract_id: string | null }

/** A draft is its initiator's alone, and what was deleted nobody's. Throws `file/not-found`. */
async function openedContract(db: Db, tenantId: string, contractId: string, isInitiators: boolean): Promise<Opened> {
  const found = await db
    .selectFrom('contract')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .select(['contract_id', 'state', 'origin_contract_id'])
    .executeTakeFirst()
  const isDraft = found?.state === 'draft' || found?.state === 'waitSend'
  if (!found || found.state === 'deleted' || (isDraft && !isInitiators)) throw new Refusal('file/not-found')
  return found
}

/** A file of the contract; whoever may read an agreement may read the contract that it voids. */
async function heldFile(
  db: Db,
  tenantId: string,
  { contract_id, origin_contract_id, papersOf }: Opened & { papersOf: PapersOf },
  fileId: string,
) {
  const paper =
    papersOf === null ? undefined : await handedPaper(db, { tenantId, contractId: contract_id, papersOf }, fileId)
  if (paper) return { ...paper, holder: contract_id }
  for (const holder of [contract_id, origin_contract_id]) {
    const found = holder === null ? undefined : await nameOf(db, tenantId, holder, fileId)
    if (holder !== null && found) return { ...found, holder }
  }
  return undefined
}

type PaperPlace = { tenantId: string; contractId: string; papersOf: 'all' | number }

/** A file that a party has handed in, for who may read that party's. */
function handedPaper(db: Db, { tenantId, contractId, papersOf }: PaperPlace, fileId: string) {
  return db
    .selectFrom('handed_paper as h')
    .innerJoin('file as f', (join) =>
      join.onRef('f.tenant_id', '=', 'h.tenant_id').onRef('f.file_id', '=', 'h.file_id'),
    )
    .where('h.tenant_id', '=', tenantId)
    .where('h.contract_id', '=', contractId)
    .where('h.file_id', '=', fileId)
    .$if(papersOf !== 'all', (own) => own.where('h.party_no', '=', Number(papersOf)))
    .select(['f.name', 'f.page_count', 'f.kept_sha256', 'f.kept_size', sql<boolean>`true`.as('attached')])
    .executeTakeFirst()
}

/** The file a contract is opened at, if it has any yet. */
async function firstFile(db: Db, tenantId: string, contractId: string): Promise<string | undefined> {
  const first = await db
    .selectFrom('contract_file')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .orderBy('position')
    .select('file_id')
    .executeTakeFirst()
  return first?.file_id
}

/** One of the contract's own files, which change with each signature, or one attached to it, which never does. */
function nameOf(db: Db, tenantId: string, contractId: string, fileId: string) {
  const links = (table: 'contract_file' | 'contract_attachment') =>
    db
      .selectFrom(table)
      .where('tenant_id', '=', tenantId)
      .where('contract_id', '=', contractId)
      .where('file_id', '=', fileId)
      .select(['name', sql<boolean>`${table === 'contract_attachment'}::boolean`.as('attached')])
  return db
    .selectFrom(links('contract_file').unionAll(links('contract_attachment')).as('l'))
    .innerJoin('file as f', (join) => join.on('f.tenant_id', '=', tenantId).on('f.file_id', '=', fileId))
    .select(['l.attached', 'f.page_count', 'f.kept_sha256', 'f.kept_size'])
    .select(({ fn }) => fn.coalesce('l.name', 'f.name').as('name'))
    .executeTakeFirst()
}
