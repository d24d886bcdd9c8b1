import type { ApproveInfo, ApproveRow } from '@moqi/api/approval'
import type { ProcessNode } from '@moqi/api/flow'
import { nodeModeLabels } from '@moqi/domain/approvals/flow'
import { seatStateLabels } from '@moqi/domain/approvals/course'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Tone } from '../../ui/tag.tsx'
import type { NodeState, Step } from '../../ui/flow-nodes.tsx'

/** The tone of each state of an application. */
export const approveTones: Record<ApproveRow['approveStatus'], Tone> = {
  pending: 'ochre',
  approved: 'green',
  stampFailed: 'seal',
  refused: 'seal',
  recalled: 'void',
  void: 'void',
}

/** The names of the seals of an application, each once. */
export const sealNames = ({ sealArray }: { sealArray: readonly { sealName: string }[] }): string =>
  [...new Set(sealArray.map(({ sealName }) => sealName))].join('、')

/** Who decides now. */
const deciding = (nodes: readonly ProcessNode[]): string[] =>
  nodes.flatMap(({ approverArray }) =>
    approverArray.filter(({ approveStatus }) => approveStatus === 'open').map(({ nickName }) => nickName),
  )

/** Where a pending application is, in a sentence: the seals, the node, whom it waits for. */
export function whereItIs({ sealArray, nodeNo, nodeArray }: ApproveInfo): string {
  const names = deciding(nodeArray)
  const at = nodeNo === null ? '' : `，已到第${nodeNo}个节点`
  return `${sealNames({ sealArray })}${at}${names.length > 0 ? `，等待${names.join('、')}` : ''}。`
}

/** Whom an application waits for, with the node's mode. */
export function waitingFor(nodes: readonly ProcessNode[]): string {
  const names = deciding(nodes)
  const mode = nodes.find(({ approverArray }) => approverArray.some(({ approveStatus }) => approveStatus === 'open'))
  return names.length > 0 && mode ? `等待${names.join('、')}（${nodeModeLabels[mode.nodeMode]}）` : ''
}

const seatLook: Record<ProcessNode['approverArray'][number]['approveStatus'], NodeState> = {
  waiting: 'next',
  open: 'now',
  agreed: 'done',
  refused: 'no',
  skipped: 'off',
  delegated: 'off',
  closed: 'off',
}

/** How a node stands, by its approvers' parts. */
function nodeLook({ nodeMode, approverArray }: ProcessNode): NodeState {
  const parts = approverArray.map(({ approveStatus }) => seatLook[approveStatus])
  if (parts.includes('no')) return 'no'
  if (parts.includes('now')) return 'now'
  if (nodeMode === 'any' && parts.includes('done')) return 'done'
  if (parts.includes('next')) return parts.includes('done') ? 'now' : 'next'
  return parts.includes('done') || approverArray.some(({ approveStatus }) => approveStatus === 'skipped')
    ? 'done'
    : 'off'
}

const moment = (at: number | null) => (at === null ? undefined : formatDate(at, '{y}-{m}-{d} {h}:{i}'))

/** The nodes of a flow nobody has applied by, or of an application, as steps to be drawn. */
export const stepsOf = (nodes: readonly ProcessNode[], applied: boolean): Step[] =>
  nodes.map((node) => ({
    id: String(node.nodeNo),
    title: `第${node.nodeNo}个节点`,
    mode: nodeModeLabels[node.nodeMode],
    state: applied ? nodeLook(node) : 'next',
    people: node.approverArray.map((one, index) => ({
      id: `${index} ${one.nickName}`,
      name: one.nickName,
      note: one.delegatedFrom === null ? undefined : `${one.delegatedFrom}转交`,
      state: applied ? seatLook[one.approveStatus] : 'next',
      word: applied && one.approveStatus !== 'waiting' ? seatStateLabels[one.approveStatus] : undefined,
      at: moment(one.approveTime),
      say: one.opinion ?? undefined,
    })),
  }))

/** The step in which the server stamps, as it stands. */
export function stampStep(status: ApproveRow['approveStatus'] | null, note: string): Step {
  const look: Partial<Record<ApproveRow['approveStatus'], NodeState>> = { approved: 'done', stampFailed: 'no' }
  return { id: 'stamp', title: '自动用印', state: (status && look[status]) ?? 'next', people: [], note, stamp: true }
}
