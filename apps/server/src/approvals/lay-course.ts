import { type Blocked, layCourse, openSeats, standsInFor } from '@moqi/domain/approvals/course'
import type { FlowFacts, FlowNode } from '@moqi/domain/approvals/flow'
import { fitsFlow, flowsFor } from '@moqi/domain/approvals/flow'
import { Refusal } from '@moqi/domain/refusal'
import type { KeptSeat } from '#src/cores/approval/application.ts'
import { approversOf, type Colleague, colleaguesById, mayDecide } from '#src/cores/approval/approvers.ts'
import { enabledFlows, requireFlow, type StoredFlow } from '#src/cores/approval/flow-store.ts'
import type { Db } from '#src/platform/database/database.ts'

/** The flow an applicant has chosen. Throws `flow/not-found` for one that does not serve, `flow/unfit` for another. */
export async function chosenFlow(own: Db, tenantId: string, flowId: string, facts: FlowFacts): Promise<StoredFlow> {
  const flow = await requireFlow(own, tenantId, flowId)
  if (!flow.enabled) throw new Refusal('flow/not-found')
  const offered = fitsFlow(flow.condition, facts) ? flowsFor(await enabledFlows(own, tenantId), facts) : []
  if (!offered.some((one) => one.flowId === flowId)) throw new Refusal('flow/unfit')
  return flow
}

/** Who applies for which seals: the official seal takes somebody else's agreement at every node (domain 5.4). */
export type Applying = { tenantId: string; applicantId: string; sealIds: readonly string[] }

/**
 * The seats of a flow's approvers for one applicant, the first of them open. Throws `flow/no-approver` where nobody
 * could decide. Read in the company's tenant.
 */
export async function seatsOf(own: Db, { nodes }: Pick<StoredFlow, 'nodes'>, applying: Applying): Promise<KeptSeat[]> {
  const colleagues = await colleaguesById(own, applying.tenantId)
  const laid = layCourse(nodes, approversOf(colleagues, await claimOf(own, applying)))
  if ('blockedNode' in laid) throw new Refusal('flow/no-approver', { message: blockedText(laid) })
  return openSeats(laid).map((seat) => ({
    nodeNo: seat.nodeNo,
    seatNo: seat.seatNo,
    mode: seat.mode,
    accountId: seat.accountId,
    state: seat.state,
    name: colleagues.get(seat.accountId)?.name ?? '',
    openedAt: null,
    decidedAt: null,
    opinion: null,
    will: [],
    delegatedFrom: standsFor(nodes, seat, colleagues),
  }))
}

/** Of an administrator who stands in, for whom. */
export function standsFor(
  nodes: readonly FlowNode[],
  { nodeNo, accountId }: { nodeNo: number; accountId: string },
  colleagues: ReadonlyMap<string, Colleague>,
): string | null {
  const node = nodes[nodeNo - 1]
  const absent = node ? standsInFor(node, accountId, (one) => mayDecide(colleagues.get(one))) : []
  return absent.map((one) => colleagues.get(one)?.name ?? '').join('、') || null
}

/** What decides who may agree to it. Read in the company's tenant. */
export async function claimOf(
  own: Db,
  { tenantId, applicantId, sealIds }: Applying,
): Promise<{ applicantId: string; needsAnother: boolean }> {
  const official = await own
    .selectFrom('seal')
    .where('tenant_id', '=', tenantId)
    .where('seal_id', 'in', [...sealIds])
    .where('purpose', '=', 'official')
    .select('seal_id')
    .executeTakeFirst()
  return { applicantId, needsAnother: official !== undefined }
}

/** Why nobody could decide at a node. */
export const blockedText = ({ blockedNode }: Blocked): string =>
  `第${blockedNode}个节点没有申请人以外可以审批的人，请联系企业管理员`
