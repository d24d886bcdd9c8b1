import type { flow } from '@moqi/api/flow'
import type { Output } from '@moqi/api/call'
import { layCourse, type Seat } from '@moqi/domain/approvals/course'
import { type FlowFacts, flowsFor } from '@moqi/domain/approvals/flow'
import { Refusal } from '@moqi/domain/refusal'
import { approversOf, type Colleague, colleaguesById } from '#src/cores/approval/approvers.ts'
import { enabledFlows, type StoredFlow } from '#src/cores/approval/flow-store.ts'
import { requireCompanySeal } from '#src/cores/seal/grants.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { blockedText, claimOf } from './lay-course.ts'
import { shownApprover } from './read-flows.ts'

type Tried = Output<typeof flow.tryFlow>['flowArray'][number]

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
      flowArray: flowsFor(await enabledFlows(own, tenantId), facts).map((one) => {
        const laid = layCourse(one.nodes, approvers)
        const isBlocked = 'blockedNode' in laid
        return tried(one, {
          applicantId,
          colleagues,
          seats: isBlocked ? [] : laid,
          fault: isBlocked ? blockedText(laid) : null,
        })
      }),
    }
  })
}

type Run = {
  applicantId: string
  colleagues: ReadonlyMap<string, Colleague>
  seats: readonly Seat[]
  fault: string | null
}

const tried = ({ flowId, name, nodes }: StoredFlow, { applicantId, colleagues, seats, fault }: Run): Tried => ({
  flowId,
  flowName: name,
  fault,
  nodeArray: nodes.map(({ mode, approverIds }, index) => ({
    nodeNo: index + 1,
    nodeMode: mode,
    approverArray: approverIds.map((accountId) => shownApprover(accountId, colleagues, applicantId)),
    courseArray: seats
      .filter(({ nodeNo }) => nodeNo === index + 1)
      .map(({ accountId, state }) => ({
        memberId: accountId,
        nickName: colleagues.get(accountId)?.name ?? '',
        skipped: state === 'skipped' ? 1 : 0,
      })),
  })),
})
