import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import { findColleaguesEntry, findEntry } from '#src/platform/contract-store/entry.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { readDocument, readKeptBlob, type StandingDocument } from '#src/platform/documents/read-document.ts'

/** What a reader asks for: an own upload, or with `signId` a file of a contract one is a party of. */
export type FileQuestion = { fileId: string; signId?: string | undefined }

/** A file the actor may read, as it stands now. */
export type ReadableFile = { name: string; pageCount: number; document: StandingDocument }

type Reader = Pick<Member, 'tenantId' | 'accountId' | 'space'>

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Finds the file and its bytes, or throws `file/not-found`: somebody else's answers like none. */
export async function readableFile(
  deps: Pick<Deps, 'db' | 'blobs'>,
  reader: Reader,
  { fileId, signId }: FileQuestion,
): Promise<ReadableFile> {
  if (!uuid.test(fileId)) throw new Refusal('file/not-found')
  return signId === undefined ? ownUpload(deps, reader, fileId) : contractFile(deps, reader, fileId, signId)
}

async function ownUpload(deps: Pick<Deps, 'db' | 'blobs'>, reader: Reader, fileId: string) {
  const { tenantId, accountId } = reader
  const found = await deps.db.read(tenantId, (tenant) =>
    tenant
      .selectFrom('file')
      .where('tenant_id', '=', tenantId)
      .where('file_id', '=', fileId)
      .where('account_id', '=', accountId)
      .select(['name', 'page_count', 'kept_sha256', 'kept_size'])
      .executeTakeFirst(),
  )
  if (!found) throw new Refusal('file/not-found')
  const sha256 = found.kept_sha256
  const document = { bytes: await readKeptBlob(deps, sha256, found.kept_size), sha256, revision: 0 }
  return { name: found.name, pageCount: found.page_count, document }
}

async function contractFile(deps: Pick<Deps, 'db' | 'blobs'>, reader: Reader, fileId: string, signId: string) {
  const entry = await deps.db.read(reader.tenantId, async (tenant) => {
    const own = await findEntry(tenant, reader, signId)
    return own ? { ...own, isInitiators: own.isInitiator } : findColleaguesEntry(tenant, reader, signId)
  })
  if (!entry) throw new Refusal('file/not-found')
  const { homeTenantId: home, contractId } = entry
  return deps.db.read(home, async (db) => {
    const found = await nameOf(db, home, contractId, fileId)
    const draft = found?.state === 'draft' || found?.state === 'waitSend'
    if (!found || found.state === 'deleted' || (draft && !entry.isInitiators)) throw new Refusal('file/not-found')
    const document = await readDocument(deps, db, home, contractId, fileId)
    return { name: found.name, pageCount: found.page_count, document }
  })
}

function nameOf(db: Db, tenantId: string, contractId: string, fileId: string) {
  return db
    .selectFrom('contract as c')
    .innerJoin('contract_file as l', (join) =>
      join.onRef('l.tenant_id', '=', 'c.tenant_id').onRef('l.contract_id', '=', 'c.contract_id'),
    )
    .innerJoin('file as f', (join) =>
      join.onRef('f.tenant_id', '=', 'l.tenant_id').onRef('f.file_id', '=', 'l.file_id'),
    )
    .where('c.tenant_id', '=', tenantId)
    .where('c.contract_id', '=', contractId)
    .where('l.file_id', '=', fileId)
    .select(['c.state', 'f.name', 'f.page_count'])
    .executeTakeFirst()
}
