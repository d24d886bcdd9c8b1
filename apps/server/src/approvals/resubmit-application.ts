import type { approval } from '@moqi/api/approval'
import { approvalLifecycle } from '@moqi/domain/approvals/approval-lifecycle'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { Refusal } from '@moqi/domain/refusal'
import { type ApprovalFields, type ApprovalRow, holdApplication, storeFields } from '#src/cores/approval/application.ts'
import { requireApplication } from '#src/cores/approval/require-application.ts'
import type { StoredFlow } from '#src/cores/approval/flow-store.ts'
import { openIntent } from '#src/cores/approval/kept-intent.ts'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { signerOf } from '#src/cores/signer/signer.ts'
import type { AppliedSeal } from '#src/platform/database/approval-tables.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { appliedSeals, checkConsent, checkedSignable, submit } from './apply-for-seal.ts'

/**
 * Sends an application again that was sent back or withdrawn (checklist C70), with what the applicant wanted to sign
 * and had proved to will: the contract's documents are still those.
 */
export const sendApprove: Handler<typeof approval.sendApprove> = async (deps, member, input) => {
  const reason = fieldOf('reason', checkReason(input.reason))
  const place = { tenantId: member.tenantId, approvalId: input.approveId }
  const { row } = await deps.db.read(member.tenantId, (own) => requireApplication(own, member, input.approveId))
  if (row.applicant_id !== member.accountId) throw new Refusal('approval/applicant-only')
  if (!approvalLifecycle.can(row.state, 'resubmit')) throw new Refusal('approval/changed')
  const entry = await requireEntry(deps, member, row.sign_id)
  const signer = signerOf(member)
  const { seals } = await checkedSignable(deps, signer, entry)
  const intent = openIntent(deps, row)
  await checkConsent(deps, signer, entry, intent)
  const applied = appliedSeals(seals, intent)
  return submit(deps, signer, entry, {
    flowId: input.flowId,
    reason,
    amount: row.amount,
    applied,
    begin: async (flow, tx) => again((await holdApplication(tx, place)).row, { flow, reason, applied, at: deps.now() }),
    keep: (tx, next, flow) => storeFields(tx, next, changedBy(next, flow)),
    event: 'resubmit',
  })
}

/** The application in its next round, which another flow may decide. */
function again(
  row: ApprovalRow,
  { flow, reason, applied, at }: { flow: StoredFlow; reason: string; applied: AppliedSeal[]; at: number },
): ApprovalRow {
  if (!approvalLifecycle.can(row.state, 'resubmit')) throw new Refusal('approval/changed')
  return Object.assign(row, {
    state: approvalLifecycle.initial,
    round: row.round + 1,
    reason,
    seals: applied,
    flow_id: flow.flowId,
    flow_version: flow.version,
    flow_name: flow.name,
    node_number: flow.nodes.length,
    submitted_at: at,
  })
}

const changedBy = (row: ApprovalRow, flow: StoredFlow): ApprovalFields => ({
  round: row.round,
  reason: row.reason,
  seals: row.seals,
  flow_id: flow.flowId,
  flow_version: flow.version,
  flow_name: flow.name,
  node_number: row.node_number,
  submitted_at: row.submitted_at,
})
