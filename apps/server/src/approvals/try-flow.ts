import type { flow } from '@moqi/api/flow'
import { type FlowFacts, flowsFor } from '@moqi/domain/approvals/flow'
import { Refusal } from '@moqi/domain/refusal'
import { approversOf, colleaguesById } from '#src/cores/approval/approvers.ts'
import { enabledFlows } from '#src/cores/approval/flow-store.ts'
import { requireCompanySeal } from '#src/cores/seal/grants.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { claimOf } from './lay-course.ts'
import { triedFlow } from './tried-flow.ts'

/**
 * Which flows somebody could choose from and who would be asked, with who is away and who would stand in: a dry run for
 * whoever edits flows.
 */
export const tryFlow: Handler<typeof flow.tryFlow> = async ({ db }, { tenantId, accountId }, input) => {
  const applicantId = input.memberId ?? accountId
  if (input.templateId && !isUuid(input.templateId)) throw new Refusal('template/not-found')
  return db.read(tenantId, async (own) => {
    await requireCompanySeal(own, tenantId, input.sealId)
    const colleagues = await colleaguesById(own, tenantId)
    if (!colleagues.get(applicantId)?.isPresent) throw new Refusal('member/not-found')
    const sealIds = [input.sealId]
    const facts: FlowFacts = {
      sealIds,
      amount: input.amount ?? null,
      counterparts: input.counterpart ? [input.counterpart] : [],
      templateId: input.templateId ?? null,
    }
    const approvers = approversOf(colleagues, await claimOf(own, { tenantId, applicantId, sealIds }))
    return {
      flowArray: flowsFor(await enabledFlows(own, tenantId), facts).map((one) => triedFlow(one, colleagues, approvers)),
    }
  })
}
