import { hash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { BlobDamaged, BlobMissing, type BlobStore } from '#src/platform/blobs/blob-store.ts'
import { releaseBlobs } from '#src/platform/blobs/blob-holders.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { inLanes } from '#src/platform/in-lanes.ts'
import { type ArchivedDocument, keepArchived, storeDocument } from './archived-document.ts'
import { readSegmentPiece, segmentPiece } from './segment-piece.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** Contracts whose increments are still outside of the database. */
    increment_elsewhere: Elsewhere
  }
}

type Elsewhere = { home_tenant_id: string; contract_id: string }
type Means = Pick<Deps, 'db' | 'blobs' | 'log'>
/** What one contract came to; `left` because bytes of it are damaged or missing. */
type Outcome = 'in' | 'left'

const page = 500
const atOnce = 4

/**
 * Brings the increments that lie in segment files, or are blobs by themselves, to where they belong: into their rows,
 * or, of an archived contract, with all the rest into one blob a document. Each contract is one transaction, so a run
 * that is cut off goes on where it was. The segments in `directory` are removed when nothing needs them any more; a
 * contract with damaged bytes is told in the log and tried again at the next start.
 */
export async function bringInIncrements(deps: Means, directory: string): Promise<void> {
  const total = await waiting(deps)
  if (total > 0) deps.log(`bringing the increments of ${total} contracts into the database`)
  let [done, left] = [0, 0]
  for (let last: Elsewhere | undefined; ;) {
    const places = await nextPlaces(deps, last)
    if (places.length === 0) break
    const outcomes = await inLanes(places, atOnce, (place) => bringIn(deps, directory, place))
    done += outcomes.length
    left += outcomes.filter((outcome) => outcome === 'left').length
    last = places.at(-1)
    deps.log(`increments of ${done} of ${total} contracts looked at, ${left} left where they are`)
  }
  if (left === 0) await rm(directory, { recursive: true, force: true })
}

async function waiting({ db }: Means): Promise<number> {
  const { count } = await db.directory((directory) =>
    directory
      .selectFrom('increment_elsewhere')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  )
  return Number(count)
}

const nextPlaces = ({ db }: Means, last: Elsewhere | undefined): Promise<Elsewhere[]> =>
  db.directory((directory) =>
    directory
      .selectFrom('increment_elsewhere')
      .select(['home_tenant_id', 'contract_id'])
      .$if(last !== undefined, (rows) =>
        rows.where(({ eb, refTuple, tuple }) =>
          eb(
            refTuple('home_tenant_id', 'contract_id'),
            '>',
            tuple(last?.home_tenant_id ?? '', last?.contract_id ?? ''),
          ),
        ),
      )
      .orderBy('home_tenant_id')
      .orderBy('contract_id')
      .limit(page)
      .execute(),
  )

async function bringIn(deps: Means, directory: string, place: Elsewhere): Promise<Outcome> {
  const { home_tenant_id: tenantId, contract_id: contractId } = place
  try {
    const { documents, isArchived } = await deps.db.read(tenantId, (home) => readRows(home, place))
    const files: BroughtFile[] = []
    for (const document of documents) files.push(await readFile(deps, directory, document, isArchived))
    await deps.db.write(tenantId, (tx) => keep(tx, place, files))
    return 'in'
  } catch (error) {
    if (!(error instanceof BlobDamaged || error instanceof BlobMissing)) throw error
    deps.log(`increments of contract ${contractId} stay where they are: ${error.message}`)
    return 'left'
  }
}

type Revision = { revision: number; sha256: string; start: number; length: number; bytes: Buffer | null }
type Document = { fileId: string; head: string; base: string; revisions: Revision[] }

async function readRows(home: Db, { home_tenant_id: tenantId, contract_id: contractId }: Elsewhere) {
  const contract = await home
    .selectFrom('contract')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .select('archived_until')
    .executeTakeFirst()
  const rows = await home
    .selectFrom('document_layout as l')
    .innerJoin('document_head as h', (join) =>
      join
        .onRef('h.tenant_id', '=', 'l.tenant_id')
        .onRef('h.contract_id', '=', 'l.contract_id')
        .onRef('h.file_id', '=', 'l.file_id'),
    )
    .innerJoin('document_revision as r', (join) =>
      join
        .onRef('r.tenant_id', '=', 'l.tenant_id')
        .onRef('r.contract_id', '=', 'l.contract_id')
        .onRef('r.file_id', '=', 'l.file_id'),
    )
    .where('l.tenant_id', '=', tenantId)
    .where('l.contract_id', '=', contractId)
    .select(['l.file_id', 'l.base_sha256', 'h.sha256 as head'])
    .select(['r.revision', 'r.sha256', 'r.start', 'r.length', 'r.bytes'])
    .orderBy('l.file_id')
    .orderBy('r.revision')
    .execute()
  const documents: Document[] = [...Map.groupBy(rows, ({ file_id }) => file_id)].flatMap(([fileId, [first, ...rest]]) =>
    first ? [{ fileId, head: first.head, base: first.base_sha256, revisions: [first, ...rest] }] : [],
  )
  return { documents, isArchived: contract?.archived_until != null }
}

/** A file's revisions with what they hold, and the blob that holds them all when the contract is archived. */
type BroughtFile = {
  fileId: string
  brought: { revision: number; name: string; sha256: string; bytes: Buffer }[]
  archived: ArchivedDocument | null
}

async function readFile(
  deps: Means,
  directory: string,
  { fileId, head, base, revisions }: Document,
  isArchived: boolean,
): Promise<BroughtFile> {
  const parts: Buffer[] = []
  const brought: BroughtFile['brought'] = []
  for (const { revision, sha256: name, length, bytes: own } of revisions) {
    const bytes = own ?? (await readOutside(deps.blobs, directory, name))
    if (bytes.length !== length) throw new BlobDamaged(`revision ${revision} of file ${fileId} has not ${length} bytes`)
    parts.push(bytes)
    if (!own) brought.push({ revision, name, sha256: segmentPiece(name)?.sha256 ?? name, bytes })
  }
  if (!isArchived) return { fileId, brought, archived: null }
  const whole = Buffer.concat([await deps.blobs.get(base), ...parts])
  if (hash('sha256', whole, 'hex') !== head) throw new BlobDamaged(`file ${fileId} does not match its hash`)
  return { fileId, brought, archived: await storeDocument(deps, fileId, head, whole) }
}

function readOutside(blobs: BlobStore, directory: string, name: string): Promise<Buffer> {
  const piece = segmentPiece(name)
  return piece ? readSegmentPiece(directory, piece) : blobs.get(name)
}

/** Does nothing when another node was faster. */
async function keep(tx: Db, place: Elsewhere, files: readonly BroughtFile[]): Promise<void> {
  const { home_tenant_id: tenantId, contract_id: contractId } = place
  const taken = await tx
    .deleteFrom('increment_elsewhere')
    .where('home_tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .executeTakeFirst()
  if (taken.numDeletedRows === 0n) return
  for (const { fileId, brought, archived } of files) {
    for (const { revision, sha256, bytes } of brought) {
      await tx
        .updateTable('document_revision')
        .set({ sha256, bytes: archived ? null : bytes })
        .where('tenant_id', '=', tenantId)
        .where('contract_id', '=', contractId)
        .where('file_id', '=', fileId)
        .where('revision', '=', revision)
        .execute()
    }
    if (archived) await keepArchived(tx, { tenantId, contractId }, archived)
  }
  const names = files.flatMap(({ brought }) => brought.flatMap(({ name }) => (segmentPiece(name) ? [] : [name])))
  if (names.length === 0) return
  await releaseBlobs(tx, { jobKey: `free increments ${contractId}`, holders: [contractId], names })
}
