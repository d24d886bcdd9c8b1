import type { Approver } from '@moqi/api/flow'
import { expect, test } from 'vitest'
import { conditionText, draftFaults, draftOf, sentFlow, type FlowDraft } from './flow-draft.ts'

const person = (memberId: string): Approver => ({ memberId, nickName: memberId, phone: '', absence: null })
const draft: FlowDraft = {
  flowId: 'f',
  version: 3,
  name: '公章用印流程',
  sealIds: ['s'],
  amountMin: '500,000',
  amountMax: '',
  counterparts: '上海嘉禾物业管理有限公司\n\n上海嘉禾物业管理有限公司 ',
  templateIds: [],
  nodes: [{ key: 'a', mode: 'all', people: [person('zhou'), person('li')] }],
}
const names = { seals: new Map([['s', '公章']]), templates: new Map<string, string>() }

test('a draft is sent with its version, amounts in 分 and every counterpart once', () => {
  expect(sentFlow(draft)).toEqual({
    flowId: 'f',
    version: 3,
    flowName: '公章用印流程',
    condition: {
      sealIdArray: ['s'],
      amountMin: 50_000_000,
      amountMax: null,
      counterpartArray: ['上海嘉禾物业管理有限公司'],
      templateIdArray: [],
    },
    nodeArray: [{ nodeMode: 'all', memberIdArray: ['zhou', 'li'] }],
  })
})

test('a new flow has one node that asks for approvers, and a name is asked for', () => {
  const faults = draftFaults(draftOf(null))
  expect([...faults]).toEqual([
    ['name', '请输入审批流程名称'],
    ['first', '请选择第1个节点的审批人'],
  ])
  expect(sentFlow(draftOf(null)).flowId).toBeUndefined()
})

test('bounds that cannot be met and amounts that are none are told at the condition', () => {
  expect(draftFaults({ ...draft, amountMax: '1' }).get('condition')).toBe('金额下限不能大于上限')
  expect(draftFaults({ ...draft, amountMin: '很多' }).get('condition')).toBe('请输入金额，最多两位小数')
  expect(draftFaults(draft).size).toBe(0)
})

test('a condition reads as a sentence', () => {
  expect(conditionText(draft, names)).toBe('印章：公章；金额 ≥ 500,000.00元；相对方：上海嘉禾物业管理有限公司')
  expect(conditionText(draftOf(null), names)).toBe('全部印章和合同')
})
