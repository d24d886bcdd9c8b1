import type { sealGrant } from '@moqi/api/seal-grant'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { grantLifecycle } from '@moqi/domain/seals/grant-lifecycle'
import { grantStateAt } from '@moqi/domain/seals/seal-grant'
import { grantOf, holdGrant, requireCompanySeal } from '#src/cores/seal/grants.ts'
import { revokeGrants } from '#src/cores/seal/revoke-grants.ts'
import { addSealLog } from '#src/cores/seal/seal-log.ts'
import { tellOfSeal } from '#src/cores/seal/tell-seal-changed.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { requireMayGrant } from './may-grant.ts'

/** Ends a grant at once and tells its holder; what has been signed by it stays. */
export const revokeSealGrant: Handler<typeof sealGrant.revokeSealGrant> = async (deps, member, input) => {
  const { tenantId } = member
  const reason = fieldOf('reason', checkReason(input.reason))
  return deps.db.write(tenantId, async (tx) => {
    const grant = await holdGrant(tx, tenantId, input.grantId)
    const seal = await requireCompanySeal(tx, tenantId, grant.seal_id)
    requireMayGrant(member, seal)
    grantLifecycle.after(grantStateAt(grantOf(grant), deps.now()), 'revoke')
    const which = { tenantId, grantId: grant.grant_id }
    await revokeGrants(tx, which, { at: deps.now(), by: member.nickName, reason })
    await addSealLog(deps, tx, member, { tenantId, sealId: grant.seal_id, verb: 'takeGrant', detail: reason })
    const by = { accountId: member.accountId, name: member.nickName }
    await tellOfSeal(deps, tx, { tenantId, seal: seal.name, by, alsoTell: [grant.account_id] })
    return keepAnswer(tx, deps, member, null)
  })
}
