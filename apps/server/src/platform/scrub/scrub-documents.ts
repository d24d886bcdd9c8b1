import type { Deps } from '#src/platform/deps.ts'
import { rereadDocument } from '#src/platform/documents/read-document.ts'
import { bytesOf, noteDamage, type ReadPiece } from './read-piece.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** Files of contracts whose bytes are not what was signed: nobody signs them meanwhile. Tenant data. */
    document_damage: { tenant_id: string; contract_id: string; file_id: string; found_at: number }
  }
}

type ScrubDeps = Pick<Deps, 'db' | 'blobs' | 'now'>
type Place = { tenantId: string; contractId: string; fileId: string }

const page = 200
const first = '00000000-0000-0000-0000-000000000000'

/** Every frozen file of every contract, as tenant, contract and file, after that one. */
export async function* scrubDocuments(deps: ScrubDeps, after: string): AsyncIterable<ReadPiece> {
  const [tenant = first, contract = first, file = first] = after.split(' ').filter(Boolean)
  yield* documentsOf(deps, { tenantId: tenant, contractId: contract, fileId: file })
  for (let last = tenant; ;) {
    const spaces = await deps.db.directory((directory) =>
      directory
        .selectFrom('space')
        .where('tenant_id', '>', last)
        .select('tenant_id')
        .orderBy('tenant_id')
        .limit(page)
        .execute(),
    )
    for (const { tenant_id: tenantId } of spaces) {
      yield* documentsOf(deps, { tenantId, contractId: first, fileId: first })
      last = tenantId
    }
    if (spaces.length < page) return
  }
}

async function* documentsOf(deps: ScrubDeps, { tenantId, ...from }: Place): AsyncIterable<ReadPiece> {
  for (let { contractId, fileId } = from; ;) {
    const heads = await deps.db.read(tenantId, (home) =>
      home
        .selectFrom('document_head')
        .where('tenant_id', '=', tenantId)
        .where(({ eb, refTuple, tuple }) => eb(refTuple('contract_id', 'file_id'), '>', tuple(contractId, fileId)))
        .select(['contract_id', 'file_id'])
        .orderBy('contract_id')
        .orderBy('file_id')
        .limit(page)
        .execute(),
    )
    for (const head of heads) {
      ;({ contract_id: contractId, file_id: fileId } = head)
      yield await scrubDocument(deps, { tenantId, contractId, fileId })
    }
    if (heads.length < page) return
  }
}

async function scrubDocument(deps: ScrubDeps, place: Place): Promise<ReadPiece> {
  const { tenantId, contractId, fileId } = place
  const name = `${tenantId} ${contractId} ${fileId}`
  return deps.db.write(tenantId, async (tx) => {
    const bytes = await bytesOf(() => rereadDocument(deps, tx, tenantId, contractId, fileId))
    const piece = { name, bytes }
    if (bytes === null) {
      await tx
        .insertInto('document_damage')
        .values({ tenant_id: tenantId, contract_id: contractId, file_id: fileId, found_at: deps.now() })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    } else {
      await tx
        .deleteFrom('document_damage')
        .where('tenant_id', '=', tenantId)
        .where('contract_id', '=', contractId)
        .where('file_id', '=', fileId)
        .execute()
    }
    await noteDamage(tx, piece, deps.now())
    return piece
  })
}
