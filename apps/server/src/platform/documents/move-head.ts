import type { Head } from '@moqi/signing/append/layout'
import { sql } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/** Another increment was committed first: this one no longer fits and must be made again. */
export class HeadMoved extends Error {
  override name = 'HeadMoved'
}

/** One file's new revision: the increment is stored, the head is not moved yet. */
export type AppendedFile = {
  fileId: string
  before: Head
  after: Head
  incrementSha256: string
  length: number
  /** Its signature could not be time-stamped; a document time-stamp has to follow. */
  awaitingTimestamp?: boolean
}

/** Stores what was appended to a file as its next revision. */
export async function storedIncrement(
  { blobs }: Pick<Deps, 'blobs'>,
  { fileId, head }: { fileId: string; head: Head },
  { increment, head: after }: { increment: Buffer; head: Head },
): Promise<AppendedFile> {
  const incrementSha256 = await blobs.append(increment)
  return { fileId, before: head, after, incrementSha256, length: increment.length }
}

/** Whose increment it is; archive increments are nobody's. */
type Place = { homeTenantId: string; contractId: string; partyNo: number | null }

/** Moves a document's head by compare-and-set and writes its revision. Throws `HeadMoved`. Runs in the home tenant. */
export async function moveHead(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { homeTenantId, contractId, partyNo }: Place,
  { fileId, before, after, incrementSha256, length, awaitingTimestamp = false }: AppendedFile,
): Promise<void> {
  const rows = await nextRevision(tx, {
    tenantId: homeTenantId,
    contractId,
    fileId,
    before: before.sha256,
    start: before.length,
    after: after.sha256,
    end: after.length,
    head: JSON.stringify(after),
    incrementSha256,
    length,
    partyNo,
    awaitingTimestamp,
    at: now(),
  })
  if (rows.length === 0) throw new HeadMoved(`${fileId} is no longer at ${before.sha256}`)
}

type NextRevision = Record<
  'tenantId' | 'contractId' | 'fileId' | 'before' | 'after' | 'head' | 'incrementSha256',
  string
> &
  Record<'start' | 'end' | 'length' | 'at', number> & { partyNo: number | null; awaitingTimestamp: boolean }

/**
 * Compare-and-set: answers nothing, and does nothing, when the head is no longer at `before`. A large increment is a
 * blob by itself, which the contract holds; a piece is behind others, and never freed.
 */
const nextRevision = compiledOnce(
  (_, next: NextRevision) => sql`
    with moved as (
      update document_head
      set sha256 = ${next.after}, length = ${next.end}, revision = revision + 1, head = ${next.head}
      where tenant_id = ${next.tenantId} and contract_id = ${next.contractId} and file_id = ${next.fileId}
        and sha256 = ${next.before}
      returning tenant_id, contract_id, file_id, revision),
    held as (
      insert into blob_holder (sha256, holder)
      select ${next.incrementSha256}::text, contract_id from moved where length(${next.incrementSha256}::text) = 64
      on conflict do nothing)
    insert into document_revision (
      tenant_id, contract_id, file_id, revision, sha256, start, length, party_no, awaiting_timestamp, created_at)
    select tenant_id, contract_id, file_id, revision, ${next.incrementSha256}::text, ${next.start}::bigint,
      ${next.length}::bigint, ${next.partyNo}::int, ${next.awaitingTimestamp}::boolean, ${next.at}::bigint
    from moved returning revision`,
)
