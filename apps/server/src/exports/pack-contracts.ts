import { type Bundle, bundleFiles } from '@moqi/evidence/bundle'
import { exportPaths } from '@moqi/evidence/export/export-manifest'
import { Refusal } from '@moqi/domain/refusal'
import { exportLimits } from '@moqi/domain/spaces/company-export'
import { sizeOfFiles } from '#src/cores/contract/contract-files.ts'
import type { Entry } from '#src/cores/contract/entry.ts'
import type { Person } from '#src/platform/actor.ts'
import { holdBlobs } from '#src/platform/blobs/blob-holders.ts'
import { BlobStoreAway } from '#src/platform/blobs/blob-store.ts'
import { isDatabaseAway } from '#src/platform/database/database-away.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { inLanes } from '#src/platform/in-lanes.ts'
import { roomByWeight } from '#src/platform/room-by-weight.ts'
import { asFiles, packPiece, piecesOf } from './export-pieces.ts'
import { type ExportPlace, type ExportRow, setExport } from './export-rows.ts'
import { placeOf, whileRunning } from './while-running.ts'

/** For whom evidence is made. */
export type Applicant = Pick<Person, 'accountId' | 'nickName' | 'address' | 'userAgent'>
/** Makes the evidence of a contract with its documents. */
export type MakeBundle = (deps: Deps, applicant: Applicant, entry: Entry) => Promise<Bundle>

/** Contracts at a time: they share the signature over the log, of which there is one a second. */
const lanes = 16
const perStep = 48
/** Documents in memory at a time, bytes: large contracts go few at a time. */
const room = roomByWeight(64 * 1024 * 1024)

type Waiting = {
  piece_no: number
  home_tenant_id: string | null
  contract_id: string | null
  sign_id: string | null
  subject: string | null
  tries: number
}

/** Packs the next contracts, each a piece with its evidence, and goes on to checking when there is none left. */
export async function packContracts(deps: Deps, row: ExportRow, makeBundle: MakeBundle): Promise<void> {
  const place = placeOf(row)
  const waiting = await deps.db.read(place.tenantId, (tenant) =>
    unpacked(tenant, place)
      .limit(perStep)
      .select(['piece_no', 'home_tenant_id', 'contract_id', 'sign_id', 'subject', 'tries'])
      .execute(),
  )
  if (waiting.length === 0) {
    await whileRunning(deps, place, (tx) => setExport(tx, place, { stage: 'check' }))
    return
  }
  await inLanes(waiting, lanes, (one) => packOne(deps, row, one, makeBundle))
}

const unpacked = (tenant: Db, place: ExportPlace) =>
  piecesOf(tenant, place).where('contract_id', 'is not', null).where('sha256', 'is', null).where('left_out', '=', false)

async function packOne(deps: Deps, row: ExportRow, one: Waiting, makeBundle: MakeBundle): Promise<void> {
  const place = placeOf(row)
  try {
    const entry = entryOf(row, one)
    const weight = await deps.db.read(entry.homeTenantId, (home) => sizeOfFiles(home, entry))
    const { sha256, length, files } = await room(weight, async () => {
      const bundle = await makeBundle(deps, applicantOf(row), entry)
      const folder = exportPaths.contract(one.piece_no, one.subject ?? '')
      const piece = packPiece(bundleFiles(bundle).map(([path, content]) => [`${folder}${path}`, content] as const))
      return { sha256: await deps.blobs.put(piece.bytes), length: piece.bytes.length, files: piece.files }
    })
    await whileRunning(deps, place, async (tx, held) => {
      const { numUpdatedRows } = await tx
        .updateTable('export_piece')
        .set({ sha256, length, files: asFiles(files) })
        .where('tenant_id', '=', place.tenantId)
        .where('export_id', '=', place.exportId)
        .where('piece_no', '=', one.piece_no)
        .where('sha256', 'is', null)
        .executeTakeFirstOrThrow()
      // A worker that was taken for dead had packed it meanwhile.
      if (numUpdatedRows === 0n) return
      await holdBlobs(tx, place.exportId, [sha256])
      await setExport(tx, place, { packed: held.packed + 1, size: held.size + length })
    })
  } catch (error) {
    if (error instanceof Refusal || error instanceof BlobStoreAway || isDatabaseAway(error)) throw error
    deps.log(`export ${place.exportId}: contract ${one.contract_id} cannot be packed`, error)
    await failOnce(deps, place, one)
  }
}

/** One more failure of a contract; after some it is left out, which the manifest and the page say. */
export async function failOnce(
  deps: Pick<Deps, 'db'>,
  place: ExportPlace,
  one: Pick<Waiting, 'piece_no' | 'tries'>,
): Promise<void> {
  const isOver = one.tries + 1 >= exportLimits.tries
  await whileRunning(deps, place, async (tx, { left_out: leftOut }) => {
    await tx
      .updateTable('export_piece')
      .set({ tries: one.tries + 1, left_out: isOver })
      .where('tenant_id', '=', place.tenantId)
      .where('export_id', '=', place.exportId)
      .where('piece_no', '=', one.piece_no)
      .execute()
    if (isOver) await setExport(tx, place, { left_out: leftOut + 1 })
  })
}

const applicantOf = ({ account_id, who, address, user_agent }: ExportRow): Applicant => ({
  accountId: account_id,
  nickName: who,
  address,
  userAgent: user_agent,
})

function entryOf(row: ExportRow, { home_tenant_id, contract_id, sign_id }: Waiting): Entry {
  if (home_tenant_id === null || contract_id === null || sign_id === null) throw new Error('a piece without contract')
  return {
    signId: sign_id,
    accountId: row.account_id,
    tenantId: row.tenant_id,
    homeTenantId: home_tenant_id,
    contractId: contract_id,
    partyNo: null,
    isInitiator: false,
  }
}
