import type { Sent } from '@moqi/api/call'
import type { Approver, CompanyFlow } from '@moqi/api/flow'
import type { Table } from '@moqi/api/table'
import { checkFlowName, flowFaults, type NodeMode } from '@moqi/domain/approvals/flow'
import { readAmount, typedAmount, yuan } from '../../ui/amount.ts'

/** A node as it is edited; `key` names it on this page. */
export type DraftNode = { key: string; mode: NodeMode; people: readonly Approver[] }

/** A flow as it is edited; amounts as they are typed, in 元, counterparts one a line. */
export type FlowDraft = {
  flowId: string | null
  version: number
  name: string
  sealIds: readonly string[]
  amountMin: string
  amountMax: string
  counterparts: string
  templateIds: readonly string[]
  nodes: readonly DraftNode[]
}

/** A flow ready to be edited; without one, a new one with a single empty node. */
export function draftOf(flow: CompanyFlow | null): FlowDraft {
  if (!flow)
    return {
      flowId: null,
      version: 0,
      name: '',
      sealIds: [],
      amountMin: '',
      amountMax: '',
      counterparts: '',
      templateIds: [],
      nodes: [{ key: 'first', mode: 'order', people: [] }],
    }
  const { condition } = flow
  return {
    flowId: flow.flowId,
    version: flow.version,
    name: flow.flowName,
    sealIds: condition.sealIdArray,
    amountMin: typedAmount(condition.amountMin),
    amountMax: typedAmount(condition.amountMax),
    counterparts: condition.counterpartArray.join('\n'),
    templateIds: condition.templateIdArray,
    nodes: flow.nodeArray.map(({ nodeMode, approverArray }, index) => ({
      key: `kept ${index}`,
      mode: nodeMode,
      people: approverArray,
    })),
  }
}

const linesOf = (text: string) => [
  ...new Set(
    text
      .split(/\n/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

/** What `saveFlow` is told of a draft. */
export function sentFlow(draft: FlowDraft): Sent<Table['saveFlow']> {
  const { flowId, version, nodes } = draft
  return {
    ...(flowId !== null && { flowId, version }),
    flowName: draft.name,
    condition: {
      sealIdArray: [...draft.sealIds],
      amountMin: readAmount(draft.amountMin) ?? null,
      amountMax: readAmount(draft.amountMax) ?? null,
      counterpartArray: linesOf(draft.counterparts),
      templateIdArray: [...draft.templateIds],
    },
    nodeArray: nodes.map(({ mode, people }) => ({
      nodeMode: mode,
      memberIdArray: people.map(({ memberId }) => memberId),
    })),
  }
}

/** What is wrong with a draft, by where it is mended: `name`, `condition`, `nodes`, or a node's key. */
export function draftFaults(draft: FlowDraft): ReadonlyMap<string, string> {
  const faults = new Map<string, string>()
  const name = checkFlowName(draft.name)
  if (!name.ok) faults.set('name', name.message)
  const bounds = [readAmount(draft.amountMin), readAmount(draft.amountMax)] as const
  if (bounds.includes(undefined)) faults.set('condition', '请输入金额，最多两位小数')
  const condition = {
    sealIds: draft.sealIds,
    amountMin: bounds[0] ?? null,
    amountMax: bounds[1] ?? null,
    counterparts: linesOf(draft.counterparts),
    templateIds: draft.templateIds,
  }
  const nodes = draft.nodes.map(({ mode, people }) => ({ mode, approverIds: people.map(({ memberId }) => memberId) }))
  for (const { field, message } of flowFaults({ condition, nodes })) {
    const index = /^nodeArray\.(\d+)$/.exec(field)?.[1]
    const where = index === undefined ? null : draft.nodes[Number(index)]?.key
    faults.set(where ?? (field === 'condition' ? 'condition' : 'nodes'), message)
  }
  return faults
}

type Names = { seals: ReadonlyMap<string, string>; templates: ReadonlyMap<string, string> }

const named = (ids: readonly string[], names: ReadonlyMap<string, string>) =>
  ids.map((id) => names.get(id) ?? '已删除').join('、')

/** 金额 ≥ 500,000.00元 and the like; empty without bounds. */
function amountText(min: number | null, max: number | null): string {
  if (min !== null && max !== null) return `金额 ${yuan(min)}–${yuan(max)}元`
  if (min !== null) return `金额 ≥ ${yuan(min)}元`
  return max === null ? '' : `金额 ≤ ${yuan(max)}元`
}

/** When a flow serves, in words. */
export function conditionText(draft: FlowDraft, { seals, templates }: Names): string {
  const parts = [
    draft.sealIds.length > 0 && `印章：${named(draft.sealIds, seals)}`,
    amountText(readAmount(draft.amountMin) ?? null, readAmount(draft.amountMax) ?? null),
    draft.counterparts.trim() && `相对方：${linesOf(draft.counterparts).join('、')}`,
    draft.templateIds.length > 0 && `模板：${named(draft.templateIds, templates)}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join('；') : '全部印章和合同'
}
