import { lowQuota, type Quota } from './low-quota.ts'

/** What waits for somebody: how many, why it matters, where it is done; `hot` where it keeps others waiting. */
export type Task = { number: number; what: string; why: string; path: string; hot: boolean }

/** What was read of the company, as far as the viewer's role sees it and it is there yet. */
export type Findings = {
  approvals?: number | undefined
  contracts?: { iSign?: number | undefined } | undefined
  members?: { invited: number } | undefined
  seals?: { enabled: number; auditing: number; failed: number; freeze: object | null } | undefined
  packs?: Quota | undefined
}

const sealsPath = '/company-space/admin-signatures'
const seldom = { hot: false }
const pressing = { hot: true }

/** All that waits, what keeps others waiting first. */
export function tasksOf({ approvals = 0, contracts, members, seals, packs }: Findings): readonly Task[] {
  const all: Task[] = [
    {
      number: approvals,
      what: '待我审批的用印申请',
      why: '同意后才会盖章',
      path: '/approve/list?status=myapproval',
      ...pressing,
    },
    {
      number: contracts?.iSign ?? 0,
      what: '待我签署的合同',
      why: '其他签署方在等待',
      path: '/space/contract-list?status=iSign',
      ...pressing,
    },
    ...(seals ? sealTasks(seals) : []),
    {
      number: packs && lowQuota(packs) ? 1 : 0,
      what: '份数即将用完或到期',
      why: '用完后不能再发起签署',
      path: '/cart/cart',
      ...pressing,
    },
    {
      number: members?.invited ?? 0,
      what: '待加入的成员',
      why: '邀请已发出，对方尚未接受',
      path: '/company-space/personal-management',
      ...seldom,
    },
  ]
  return [...all.filter(({ hot }) => hot), ...all.filter(({ hot }) => !hot)].filter(({ number }) => number > 0)
}

const sealTasks = ({ enabled, auditing, failed, freeze }: NonNullable<Findings['seals']>): Task[] => [
  { number: freeze ? 1 : 0, what: '全部企业印章已冻结', why: '解冻前任何人都不能用印', path: sealsPath, ...pressing },
  {
    number: enabled + auditing === 0 ? 1 : 0,
    what: '还没有可用的企业印章',
    why: '制作印章后才能代表企业签署',
    path: sealsPath,
    ...pressing,
  },
  { number: failed, what: '未通过审核的印章', why: '修改后可以重新提交', path: sealsPath, ...pressing },
  { number: auditing, what: '审核中的印章', why: '通过后才能使用', path: sealsPath, ...seldom },
]
