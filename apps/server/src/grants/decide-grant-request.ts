import type { grantRequest } from '@moqi/api/grant-request'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { Refusal } from '@moqi/domain/refusal'
import { requireCompanySeal } from '#src/cores/seal/grants.ts'
import { type GrantRequestRow, holdGrantRequest, settleGrantRequest } from '#src/cores/seal/grant-requests.ts'
import { addSealLog } from '#src/cores/seal/seal-log.ts'
import { tellAsker } from '#src/cores/seal/tell-asker.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { requireMayGrant } from './may-grant.ts'

/** Says no to what somebody else asked for, and why. */
export const refuseGrantRequest: Handler<typeof grantRequest.refuseGrantRequest> = (deps, member, input) => {
  const reason = fieldOf('reason', checkReason(input.reason))
  const { tenantId } = member
  return deps.db.write(tenantId, async (tx) => {
    const row = await holdGrantRequest(tx, { tenantId, requestId: input.requestId })
    if (row.account_id === member.accountId) throw new Refusal('session/forbidden')
    const seal = await requireCompanySeal(tx, tenantId, row.seal_id)
    requireMayGrant(member, seal)
    await settleGrantRequest(tx, row, { event: 'refuse', at: deps.now(), by: member, answer: reason })
    const detail = `${row.account_name}：${reason}`
    await addSealLog(deps, tx, member, { tenantId, sealId: row.seal_id, verb: 'refuseGrant', detail })
    await tellAsker(deps, tx, row, { kind: 'grantAnswered', seal: seal.name, name: member.nickName, reason })
    return keepAnswer(tx, deps, member, null)
  })
}

/** The request that a grant to this member is the answer to, held; null when it answers none. */
export async function requestToGrant(
  tx: Db,
  tenantId: string,
  { requestId, memberId }: { requestId?: string | undefined; memberId: string },
): Promise<GrantRequestRow | null> {
  if (requestId === undefined) return null
  const row = await holdGrantRequest(tx, { tenantId, requestId })
  if (row.account_id !== memberId) {
    throw new Refusal('field/invalid', { field: 'memberId', message: '授权成员须为提出申请的成员' })
  }
  return row
}

/** Notes that a request was granted, and tells whoever asked that the letter comes. */
export async function noteGranted(
  deps: Deps,
  tx: Db,
  member: Member,
  { request, grantId, seal }: { request: GrantRequestRow; grantId: string; seal: string },
): Promise<void> {
  await settleGrantRequest(tx, request, { event: 'grant', at: deps.now(), by: member, grantId })
  await tellAsker(deps, tx, request, { kind: 'grantAnswered', seal, name: member.nickName, reason: null })
}
