import { type RowStatus, rowStatuses } from './row-policy.ts'

/** Query values of the contract list that select contracts (checklist S8). */
export const categories = [
  'all',
  'iSign',
  'otherSign',
  'finish',
  'draft',
  'waitSend',
  'signing',
  'reject',
  'recall',
  'expired',
  'voided',
  'myLaunch',
  'cc',
  'bin',
] as const
/** A member of `categories`. */
export type Category = (typeof categories)[number]

/**
 * What is counted for a viewer (checklist C49): every category, every row status by its own name, and the applications
 * that wait for the viewer.
 */
export type Counter = Category | RowStatus | 'myapproval'
/** Every counter, each once. */
export const counters: readonly Counter[] = [...new Set<Counter>([...categories, ...rowStatuses, 'myapproval'])]

/** The Chinese label of each category, and of the link to the approvals (domain 7.2). */
export const categoryLabels: Readonly<Record<Category | 'myapproval', string>> = {
  all: '全部',
  iSign: '待我签署',
  otherSign: '待他签署',
  finish: '签署完成',
  draft: '草稿',
  waitSend: '待发送',
  signing: '签署中',
  reject: '已拒签',
  recall: '已撤回',
  expired: '已过期',
  voided: '已作废',
  myLaunch: '我发起的',
  cc: '抄送我的',
  bin: '回收站',
  myapproval: '待我审批',
}

/** The left tabs in their groups; `myapproval` leads to /approve/list?status=myapproval (domain 7.2). */
export const categoryGroups: readonly (readonly (Category | 'myapproval')[])[] = [
  ['all', 'iSign', 'otherSign', 'finish'],
  ['draft', 'waitSend', 'signing', 'reject', 'recall', 'expired', 'voided'],
  ['myLaunch', 'cc', 'myapproval', 'bin'],
]

/** What a category asks of a row: one of these row statuses, and a role of the viewer if named. */
export type CategoryRule = {
  readonly rowStatuses: readonly RowStatus[] | 'any'
  readonly role?: 'initiator' | 'cc'
  /** Rows their viewer has put away, which are in no other category. */
  readonly inBin?: true
}

/** The rows of each category; the counters of checklist C49 count by the same rules. */
export const categoryRules: Readonly<Record<Category, CategoryRule>> = {
  all: { rowStatuses: 'any' },
  iSign: { rowStatuses: ['iSign'] },
  otherSign: { rowStatuses: ['otherSign'] },
  finish: { rowStatuses: ['finish'] },
  draft: { rowStatuses: ['draft'] },
  waitSend: { rowStatuses: ['waitSend'] },
  signing: { rowStatuses: ['iSign', 'otherSign', 'signingApprovalFailed'] },
  reject: { rowStatuses: ['reject'] },
  recall: { rowStatuses: ['recall'] },
  expired: { rowStatuses: ['expired'] },
  voided: { rowStatuses: ['voided'] },
  myLaunch: { rowStatuses: 'any', role: 'initiator' },
  cc: { rowStatuses: 'any', role: 'cc' },
  bin: { rowStatuses: 'any', inBin: true },
}

/** The row statuses that a category can still be divided by; none where it has but one. */
export function statusesWithin(category: Category): readonly RowStatus[] {
  const within = categoryRules[category].rowStatuses
  if (within === 'any') return rowStatuses
  return within.length > 1 ? within : []
}

const emptyTexts: Readonly<Partial<Record<Category, string>>> = {
  all: '暂无合同，快去发起一份吧',
  myLaunch: '暂无合同，快去发起一份吧',
  iSign: '暂无待签署的合同',
  draft: '草稿箱是空的',
  bin: '回收站是空的',
}

/** The text of an empty list (domain 7.2); a filter in force always gives the text for no match. */
export const emptyText = (category: Category, filtered: boolean): string =>
  (filtered ? undefined : emptyTexts[category]) ?? '没有找到符合条件的合同'

/** The text of the empty table on the home page (spec §2). */
export const emptyHomeText = '暂时没有近期合同'
