import { Refusal } from '@moqi/domain/refusal'
import { companyExportLifecycle, type ExportStage } from '@moqi/domain/spaces/company-export'
import { BlobStoreAway } from '#src/platform/blobs/blob-store.ts'
import { isDatabaseAway } from '#src/platform/database/database-away.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue, type JobPayloads } from '#src/platform/jobs/jobs.ts'
import { stopwatch } from '#src/platform/timers.ts'
import { checkPieces } from './check-pieces.ts'
import { countContracts } from './count-contracts.ts'
import { exportAt, type ExportRow, heldExport, setExport } from './export-rows.ts'
import { type MakeBundle, packContracts } from './pack-contracts.ts'
import { sealArchive } from './seal-archive.ts'

/** How long one job works before it makes room for others, ms. */
const turnMs = 20_000

/** A bounded part of a stage, each part of which is committed by itself: a repeat goes on behind it. */
const stages: Readonly<Record<ExportStage, (deps: Deps, row: ExportRow, makeBundle: MakeBundle) => Promise<void>>> = {
  count: countContracts,
  pack: packContracts,
  check: checkPieces,
  seal: sealArchive,
}

/**
 * Works on an export until it is done, stopped, or its turn is over. Runs as a job; what a killed one had committed is
 * not done again.
 */
export async function buildExport(
  deps: Deps,
  place: JobPayloads['buildExport'],
  makeBundle: MakeBundle,
): Promise<void> {
  const elapsed = stopwatch()
  for (;;) {
    const row = await deps.db.read(place.tenantId, (tenant) => exportAt(tenant, place))
    if (row?.state !== 'running') return
    if (elapsed() > turnMs) {
      return deps.db.write(place.tenantId, (tx) =>
        enqueue(tx, 'buildExport', place, { key: `export ${place.exportId}` }),
      )
    }
    try {
      await stages[row.stage](deps, row, makeBundle)
    } catch (error) {
      if (passes(error)) throw error
      deps.log(`export ${place.exportId} failed`, error)
      return fail(deps, place)
    }
  }
}

/** Whether trying again in a moment may do: the job is repeated by itself, while a full disk waits for somebody. */
const passes = (error: unknown): boolean =>
  error instanceof Refusal || isDatabaseAway(error) || (error instanceof BlobStoreAway && !error.isFull)

async function fail({ db }: Pick<Deps, 'db'>, place: JobPayloads['buildExport']): Promise<void> {
  await db.write(place.tenantId, async (tx) => {
    const { state } = await heldExport(tx, place)
    // Somebody has stopped it meanwhile.
    if (companyExportLifecycle.can(state, 'fail')) {
      await setExport(tx, place, { state: companyExportLifecycle.after(state, 'fail') })
    }
  })
}
