import { hash } from 'node:crypto'
import type { Head } from '@moqi/signing/append/layout'
import { sql } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/** Another increment was committed first: this one no longer fits and must be made again. */
export class HeadMoved extends Error {
  override name = 'HeadMoved'
}

/** One file's new revision: the increment is made, the head is not moved yet. */
export type AppendedFile = {
  fileId: string
  before: Head
  after: Head
  increment: Buffer
  /** The archived document that is committed with it holds the increment, its revision does not. */
  isArchived?: boolean
  /** Its signature could not be time-stamped; a document time-stamp has to follow. */
  awaitingTimestamp?: boolean
}

/** Whose increment it is; archive increments are nobody's. */
type Place = { homeTenantId: string; contractId: string; partyNo: number | null }

/**
 * Moves a document's head by compare-and-set and writes its revision, increment and all, so that a signature is as
 * durable as its transaction. Throws `HeadMoved`. Runs in the home tenant.
 */
export async function moveHead(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { homeTenantId, contractId, partyNo }: Place,
  { fileId, before, after, increment, isArchived = false, awaitingTimestamp = false }: AppendedFile,
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
    bytes: isArchived ? null : increment,
    incrementSha256: hash('sha256', increment, 'hex'),
    length: increment.length,
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
  Record<'start' | 'end' | 'length' | 'at', number> & {
    bytes: Buffer | null
    partyNo: number | null
    awaitingTimestamp: boolean
  }

/** Compare-and-set: answers nothing, and does nothing, when the head is no longer at `before`. */
const nextRevision = compiledOnce(
  (_, next: NextRevision) => sql`
    with moved as (
      update document_head
      set sha256 = ${next.after}, length = ${next.end}, revision = revision + 1, head = ${next.head}
      where tenant_id = ${next.tenantId} and contract_id = ${next.contractId} and file_id = ${next.fileId}
        and sha256 = ${next.before}
      returning tenant_id, contract_id, file_id, revision)
    insert into document_revision (
      tenant_id, contract_id, file_id, revision, sha256, start, length, bytes, party_no, awaiting_timestamp, created_at)
    select tenant_id, contract_id, file_id, revision, ${next.incrementSha256}::text, ${next.start}::bigint,
      ${next.length}::bigint, ${next.bytes}::bytea, ${next.partyNo}::int, ${next.awaitingTimestamp}::boolean,
      ${next.at}::bigint
    from moved returning revision`,
)
