import { hash } from 'node:crypto'
import { Refusal } from '@moqi/domain/refusal'
import { BlobDamaged, type BlobStore } from '#src/platform/blobs/blob-store.ts'
import { byteCache, type ByteCache } from '#src/platform/byte-cache.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/**
 * One file of a contract as it stands: `sha256` (hex) names exactly these bytes; `revision` is 0 before any signature.
 */
export type StandingDocument = { bytes: Buffer; sha256: string; revision: number }

/** A file of a contract in its home tenant. */
type Place = { tenantId: string; contractId: string; fileId: string }
type Head = { sha256: string; revision: number; length: number }

const keptBytes = 200 * 1024 * 1024
const caches = new WeakMap<BlobStore, ByteCache>()

/**
 * Reads a file of a contract: the kept upload until the contract is frozen, afterwards the base with every increment,
 * in the end the archived document. Each piece and the whole are checked against their hashes (invariant 4). Run inside
 * a read or transaction of the initiator's tenant. Throws `file/not-found` when the contract has no such file,
 * `BlobDamaged` when bytes changed.
 */
export async function readDocument(
  { blobs }: Pick<Deps, 'blobs'>,
  db: Db,
  homeTenantId: string,
  contractId: string,
  fileId: string,
): Promise<StandingDocument> {
  const place = { tenantId: homeTenantId, contractId, fileId }
  const head = await headOf(db, place)
  if (!head) {
    const { sha256, length } = await keptUpload(db, place)
    return { bytes: await readKeptBlob({ blobs }, sha256, length), sha256, revision: 0 }
  }
  const { sha256, revision, length } = head
  for (;;) {
    let isOwn = false
    const assembling = () => {
      isOwn = true
      return assemble(blobs, db, place, head)
    }
    try {
      // The head's hash is the key, so another revision can never be answered in its place.
      return { bytes: await cacheOf(blobs).get(sha256, length, assembling), sha256, revision }
    } catch (error) {
      // What failed may have been the connection of another reader, whose work was shared.
      if (isOwn) throw error
    }
  }
}

/** The bytes of a frozen file as they lie now, read anew; empty when it has gone. Throws as `readDocument` does. */
export async function rereadDocument(
  { blobs }: Pick<Deps, 'blobs'>,
  db: Db,
  homeTenantId: string,
  contractId: string,
  fileId: string,
): Promise<Buffer> {
  const place = { tenantId: homeTenantId, contractId, fileId }
  const head = await headOf(db, place)
  return head ? assemble(blobs, db, place, head) : Buffer.alloc(0)
}

/** Reads one blob of known length (bytes) through the same cache: an upload that many ranges are asked of. */
export function readKeptBlob({ blobs }: Pick<Deps, 'blobs'>, sha256: string, length: number): Promise<Buffer> {
  return cacheOf(blobs).get(sha256, length, () => blobs.get(sha256))
}

function cacheOf(blobs: BlobStore): ByteCache {
  const cache = caches.get(blobs) ?? byteCache(keptBytes)
  caches.set(blobs, cache)
  return cache
}

const headOf = (db: Db, { tenantId, contractId, fileId }: Place): Promise<Head | undefined> =>
  db
    .selectFrom('document_head')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .where('file_id', '=', fileId)
    .select(['sha256', 'revision', 'length'])
    .executeTakeFirst()

async function keptUpload(db: Db, { tenantId, contractId, fileId }: Place): Promise<Omit<Head, 'revision'>> {
  const kept = await db
    .selectFrom('contract_file as c')
    .innerJoin('file as f', (join) =>
      join.onRef('f.tenant_id', '=', 'c.tenant_id').onRef('f.file_id', '=', 'c.file_id'),
    )
    .where('c.tenant_id', '=', tenantId)
    .where('c.contract_id', '=', contractId)
    .where('c.file_id', '=', fileId)
    .select(['f.kept_sha256 as sha256', 'f.kept_size as length'])
    .executeTakeFirst()
  if (!kept) throw new Refusal('file/not-found')
  return kept
}

/**
 * The bytes up to a head, whatever came after it. Where they begin and what follows are asked in one statement:
 * archiving moves increments out of their rows into the blob that then stands before them.
 */
async function assemble(blobs: BlobStore, db: Db, place: Place, { sha256, revision, length }: Head): Promise<Buffer> {
  const rows = await piecesOf(db, place, revision)
  const [first] = rows
  if (!first) throw new Error(`document ${place.contractId} ${place.fileId} has a head and no layout`)
  const start = await blobs.get(first.archive_sha256 ?? first.base_sha256)
  const parts = [start.subarray(0, length)]
  let at = first.archive_length ?? first.base_length
  if (start.length !== at) throw new BlobDamaged(`document ${sha256}: its first blob has not ${at} bytes`)
  for (const piece of rows) {
    if (piece.revision === null) continue
    const increment = incrementAt(at, piece)
    if (!increment) throw new BlobDamaged(`document ${sha256}: revision ${piece.revision} has changed or is missing`)
    parts.push(increment)
    at += increment.length
  }
  const [only] = parts
  const bytes = parts.length === 1 && only ? only : Buffer.concat(parts, at)
  if (hashOf(bytes) !== sha256) throw new BlobDamaged(`document ${sha256} does not match its hash`)
  return bytes
}

type Piece = { sha256: string | null; start: number | null; length: number | null; bytes: Buffer | null }

/** The increment that follows byte `at`, when the row holds exactly that. */
function incrementAt(at: number, { sha256, start, length, bytes }: Piece): Buffer | null {
  return bytes && start === at && bytes.length === length && hashOf(bytes) === sha256 ? bytes : null
}

const piecesOf = (db: Db, { tenantId, contractId, fileId }: Place, revision: number) =>
  db
    .selectFrom('document_layout as l')
    .leftJoin('document_revision as r', (join) =>
      join
        .onRef('r.tenant_id', '=', 'l.tenant_id')
        .onRef('r.contract_id', '=', 'l.contract_id')
        .onRef('r.file_id', '=', 'l.file_id')
        .on('r.revision', '<=', revision)
        .on(({ eb, ref, fn }) => eb('r.start', '>=', fn.coalesce(ref('l.archive_length'), ref('l.base_length')))),
    )
    .where('l.tenant_id', '=', tenantId)
    .where('l.contract_id', '=', contractId)
    .where('l.file_id', '=', fileId)
    .select(['l.base_sha256', 'l.base_length', 'l.archive_sha256', 'l.archive_length'])
    .select(['r.revision', 'r.sha256', 'r.start', 'r.length', 'r.bytes'])
    .orderBy('r.revision')
    .execute()

const hashOf = (bytes: Buffer) => hash('sha256', bytes, 'hex')
