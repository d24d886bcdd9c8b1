import type { Output } from '@moqi/api/call'
import type { flow } from '@moqi/api/flow'
import { flagOf } from '@moqi/api/wire/flag'
import { type Approvers, layCourse } from '@moqi/domain/approvals/course'
import type { Colleague } from '#src/cores/approval/approvers.ts'
import type { StoredFlow } from '#src/cores/approval/flow-store.ts'
import { blockedText, standsFor } from './lay-course.ts'
import { shownApprover } from './read-flows.ts'

type TriedFlow = Output<typeof flow.tryFlow>['flowArray'][number]

/** Who would be asked by a flow, with who is away and who would stand in; as an application would lay its course. */
export function triedFlow(
  { flowId, name, nodes }: StoredFlow,
  colleagues: ReadonlyMap<string, Colleague>,
  approvers: Approvers,
): TriedFlow {
  const laid = layCourse(nodes, approvers)
  const isBlocked = 'blockedNode' in laid
  const seats = isBlocked ? [] : laid
  return {
    flowId,
    flowName: name,
    fault: isBlocked ? blockedText(laid) : null,
    nodeArray: nodes.map(({ mode, approverIds }, index) => ({
      nodeNo: index + 1,
      nodeMode: mode,
      approverArray: approverIds.map((accountId) => shownApprover(accountId, colleagues, approvers.applicantId)),
      courseArray: seats
        .filter(({ nodeNo }) => nodeNo === index + 1)
        .map((seat) => ({
          memberId: seat.accountId,
          nickName: colleagues.get(seat.accountId)?.name ?? '',
          skipped: flagOf(seat.state === 'skipped'),
          standsFor: standsFor(nodes, seat, colleagues),
        })),
    })),
  }
}
