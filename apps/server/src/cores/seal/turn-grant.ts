import { grantStateAt } from '@moqi/domain/seals/seal-grant'
import type { Deps } from '#src/platform/deps.ts'
import type { JobPayloads } from '#src/platform/jobs/jobs.ts'
import { grantOf, holdGrant, setGrant } from './grants.ts'
import { addSealLog } from './seal-log.ts'
import { awaitTurn, sealNameOf, tellOfGrant } from './settle-letter.ts'
import { tellGranted } from './tell-asker.ts'

/** Notes that a grant's first day has come, or that its last is over, and tells of its end; again, nothing happens. */
export async function turnGrant(deps: Deps, { tenantId, grantId }: JobPayloads['turnGrant']): Promise<void> {
  await deps.db.write(tenantId, async (tx) => {
    const grant = await holdGrant(tx, tenantId, grantId)
    const state = grantStateAt(grantOf(grant), deps.now())
    if (state === grant.state) return
    await setGrant(tx, grant, { state, state_at: deps.now(), state_by: '系统' })
    if (state === 'effective') {
      await tellGranted(deps, tx, { tenantId, grantId, seal: await sealNameOf(tx, grant) })
      return awaitTurn(deps, tx, { tenantId, grantId, at: grant.end_at })
    }
    const line = { tenantId, sealId: grant.seal_id, verb: 'expireGrant' as const, detail: grant.letter_no }
    await addSealLog(deps, tx, null, line)
    await tellOfGrant(deps, tx, grant, '系统')
  })
}
