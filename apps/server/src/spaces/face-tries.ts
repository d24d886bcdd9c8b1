import { faceLimit } from '@moqi/domain/identity/face-lifecycle'
import { attemptsLeft, machineWays } from '@moqi/domain/identity/person-factors'
import { Refusal } from '@moqi/domain/refusal'
import { failedAttempts, facesBegun } from '#src/cores/identity/person-auth.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/** Throws `face/spent` for whom faces were looked at too often of late: each time is paid for. */
export async function refuseSpentFaces(deps: Pick<Deps, 'now'>, db: Db, tenantId: string): Promise<void> {
  if ((await facesBegun(deps, db, tenantId)) >= faceLimit) throw new Refusal('face/spent')
}

/** How often the person may fail yet, in whatever way machines check. */
export const triesLeft = (deps: Pick<Deps, 'db' | 'now'>, tenantId: string): Promise<number> =>
  deps.db.directory(async (tx) => attemptsLeft(await failedAttempts(deps, tx, tenantId, machineWays)).left)
