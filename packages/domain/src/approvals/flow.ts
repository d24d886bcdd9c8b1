import { type Checked, failed, passed } from '../identity/checked.ts'
import { isOneLine, notOneLine } from '../text/one-line.ts'

/** How the approvers of one node agree: one after another (依次), all of them (会签), or any one (或签). */
export const nodeModes = ['order', 'all', 'any'] as const
/** A member of `nodeModes`. */
export type NodeMode = (typeof nodeModes)[number]

/** Each mode as the pages name it. */
export const nodeModeLabels: Readonly<Record<NodeMode, string>> = { order: '依次审批', all: '会签', any: '或签' }

/** How much a flow may be. */
export const flowLimits = { flows: 100, nodes: 10, approvers: 20, named: 50 } as const

/** A step of a flow: who decides there, by account, and how. */
export type FlowNode = { readonly mode: NodeMode; readonly approverIds: readonly string[] }

/**
 * What a flow is for; an empty list is for all, null is no bound. Amounts in 分, both ends included; counterparts by
 * the name of a company or person; templates the contract was made from.
 */
export type FlowCondition = {
  readonly sealIds: readonly string[]
  readonly amountMin: number | null
  readonly amountMax: number | null
  readonly counterparts: readonly string[]
  readonly templateIds: readonly string[]
}

/** What the use of seals is approved by: when it serves, and its nodes in their order. */
export type Flow = { readonly condition: FlowCondition; readonly nodes: readonly FlowNode[] }

/** What is asked about: the seals that need approval, and of the contract what conditions speak of. */
export type FlowFacts = {
  readonly sealIds: readonly string[]
  /** 分; null when nobody said. */
  readonly amount: number | null
  readonly counterparts: readonly string[]
  readonly templateId: string | null
}

const comparable = (name: string) => name.replaceAll('(', '（').replaceAll(')', '）').replace(/\s+/g, '')

/** An amount that nobody named is taken as beyond every bound, so that leaving it out opens no easier way. */
function fitsAmount({ amountMin, amountMax }: FlowCondition, amount: number | null): boolean {
  if (amount === null) return amountMax === null
  return amount >= (amountMin ?? 0) && amount <= (amountMax ?? Infinity)
}

function fitsCounterpart({ counterparts }: FlowCondition, present: readonly string[]): boolean {
  const names = new Set(present.map(comparable))
  return counterparts.some((name) => names.has(comparable(name)))
}

/** What a flow's condition may ask for. */
export const conditionParts = ['seals', 'amount', 'counterparts', 'templates'] as const
/** A member of `conditionParts`. */
export type ConditionPart = (typeof conditionParts)[number]

/** Each part as the pages name it. */
export const conditionPartLabels: Readonly<Record<ConditionPart, string>> = {
  seals: '印章',
  amount: '合同金额',
  counterparts: '相对方',
  templates: '合同模板',
}

/** Whether each thing that a condition asks for is so; null for what it does not ask for. */
export const conditionHolds = (
  condition: FlowCondition,
  facts: FlowFacts,
): Readonly<Record<ConditionPart, boolean | null>> => {
  const { sealIds, amountMin, amountMax, counterparts, templateIds } = condition
  return {
    seals: sealIds.length === 0 ? null : facts.sealIds.every((sealId) => sealIds.includes(sealId)),
    amount: amountMin === null && amountMax === null ? null : fitsAmount(condition, facts.amount),
    counterparts: counterparts.length === 0 ? null : fitsCounterpart(condition, facts.counterparts),
    templates: templateIds.length === 0 ? null : templateIds.includes(facts.templateId ?? ''),
  }
}

/** Whether a flow may be asked for the use of all these seals on that contract. */
export const fitsFlow = (condition: FlowCondition, facts: FlowFacts): boolean =>
  Object.values(conditionHolds(condition, facts)).every((holds) => holds !== false)

/** How many things a condition asks for. */
const asked = (condition: FlowCondition, facts: FlowFacts): number =>
  Object.values(conditionHolds(condition, facts)).filter((holds) => holds !== null).length

/**
 * The flows an applicant may choose from, in the given order: of those that fit, the ones that ask for most, so that a
 * flow for everything is no way around one for this.
 */
export function flowsFor<F extends { readonly condition: FlowCondition }>(flows: readonly F[], facts: FlowFacts): F[] {
  const fitting = flows.filter(({ condition }) => fitsFlow(condition, facts))
  const most = Math.max(...fitting.map(({ condition }) => asked(condition, facts)))
  return fitting.filter(({ condition }) => asked(condition, facts) === most)
}

/** A flow's name: 2–30 characters. */
export function checkFlowName(text: string): Checked<string> {
  const value = text.trim().replace(/\s+/g, ' ')
  if (value === '') return failed('请输入审批流程名称')
  const { length } = [...value]
  if (length < 2 || length > 30) return failed('审批流程名称需为2-30个字')
  return isOneLine(value) ? passed(value) : failed(notOneLine('审批流程名称'))
}

/** What is wrong with a flow, by field, in words; nothing for one that may be kept. */
export function flowFaults({ condition, nodes }: Flow): { field: string; message: string }[] {
  const faults: { field: string; message: string }[] = []
  const { amountMin, amountMax } = condition
  if (amountMin !== null && amountMax !== null && amountMin > amountMax)
    faults.push({ field: 'condition', message: '金额下限不能大于上限' })
  if (nodes.length === 0) faults.push({ field: 'nodeArray', message: '请至少添加一个审批节点' })
  for (const [index, { approverIds }] of nodes.entries()) {
    const field = `nodeArray.${index}`
    if (approverIds.length === 0) faults.push({ field, message: `请选择第${index + 1}个节点的审批人` })
    else if (new Set(approverIds).size < approverIds.length)
      faults.push({ field, message: `第${index + 1}个节点的审批人重复` })
  }
  return faults
}
