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

type Piece = { sha256: string; start: number; length: number }
type Assembly = { sha256: string; revision: number; length: number; pieces: Piece[] }

const keptBytes = 200 * 1024 * 1024
const caches = new WeakMap<BlobStore, ByteCache>()

/**
 * Reads a file of a contract: the kept upload until the contract is frozen, afterwards the base with every increment.
 * Each piece and the whole are checked against their hashes (invariant 4). Run inside a read or transaction of the
 * initiator's tenant. Throws `file/not-found` when the contract has no such file, `BlobDamaged` when bytes changed.
 */
export async function readDocument(
  deps: Pick<Deps, 'blobs'>,
  db: Db,
  homeTenantId: string,
  contractId: string,
  fileId: string,
): Promise<StandingDocument> {
  const assembly = await assemblyOf(db, homeTenantId, contractId, fileId)
  if (!assembly) throw new Refusal('file/not-found')
  const { sha256, revision, length } = assembly
  // The head's hash is the key, so another revision can never be answered in its place.
  const bytes = await cacheOf(deps.blobs).get(sha256, length, () => assemble(deps.blobs, assembly))
  return { bytes, sha256, revision }
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

async function assemblyOf(db: Db, tenantId: string, contractId: string, fileId: string): Promise<Assembly | null> {
  const layout = await db
    .selectFrom('document_layout')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .where('file_id', '=', fileId)
    .select(['base_sha256', 'base_length'])
    .executeTakeFirst()
  if (!layout) return keptUpload(db, tenantId, contractId, fileId)
  // Head and increments in one statement: under read committed, two could see different revisions.
  const rows = await db
    .selectFrom('document_head as h')
    .leftJoin('document_revision as r', (join) =>
      join
        .onRef('r.tenant_id', '=', 'h.tenant_id')
        .onRef('r.contract_id', '=', 'h.contract_id')
        .onRef('r.file_id', '=', 'h.file_id')
        .onRef('r.revision', '<=', 'h.revision'),
    )
    .where('h.tenant_id', '=', tenantId)
    .where('h.contract_id', '=', contractId)
    .where('h.file_id', '=', fileId)
    .select(['h.sha256 as whole', 'h.revision as newest', 'r.sha256', 'r.start', 'r.length'])
    .orderBy('r.revision')
    .execute()
  const [head] = rows
  if (!head) throw new Error(`document ${contractId} ${fileId} is frozen without a head`)
  const pieces: Piece[] = [{ sha256: layout.base_sha256, start: 0, length: layout.base_length }]
  for (const { sha256, start, length } of rows) {
    if (sha256 !== null && start !== null && length !== null) pieces.push({ sha256, start, length })
  }
  const length = pieces.reduce((total, piece) => total + piece.length, 0)
  return { sha256: head.whole, revision: head.newest, length, pieces }
}

async function keptUpload(db: Db, tenantId: string, contractId: string, fileId: string): Promise<Assembly | null> {
  const kept = await db
    .selectFrom('contract_file as c')
    .innerJoin('file as f', (join) =>
      join.onRef('f.tenant_id', '=', 'c.tenant_id').onRef('f.file_id', '=', 'c.file_id'),
    )
    .where('c.tenant_id', '=', tenantId)
    .where('c.contract_id', '=', contractId)
    .where('c.file_id', '=', fileId)
    .select(['f.kept_sha256', 'f.kept_size'])
    .executeTakeFirst()
  if (!kept) return null
  const piece = { sha256: kept.kept_sha256, start: 0, length: kept.kept_size }
  return { sha256: kept.kept_sha256, revision: 0, length: kept.kept_size, pieces: [piece] }
}

async function assemble(blobs: BlobStore, { sha256, pieces }: Assembly): Promise<Buffer> {
  const parts: Buffer[] = []
  let at = 0
  for (const piece of pieces) {
    const part = await blobs.get(piece.sha256)
    if (piece.start !== at || part.length !== piece.length) {
      throw new BlobDamaged(`document ${sha256}: piece ${piece.sha256} does not follow byte ${at}`)
    }
    parts.push(part)
    at += part.length
  }
  const [only] = parts
  const bytes = parts.length === 1 && only ? only : Buffer.concat(parts, at)
  if (hash('sha256', bytes, 'hex') !== sha256) throw new BlobDamaged(`document ${sha256} does not match its hash`)
  return bytes
}
