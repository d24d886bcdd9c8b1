import { reportLifecycle } from '@moqi/domain/contract/report-lifecycle'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, reason, time } from './shapes.ts'

const reportNo = z.string().max(40)
const reportState = z.enum(reportLifecycle.states)

const FraudReport = z.object({
  reportNo,
  reasonLabel: z.string(),
  /** In the reporter's words; may be empty. */
  content: z.string(),
  /** Which party it was, and whether signed in. */
  reporter: z.string(),
  /** The contract's; its name and pages are not shown. */
  taskNo: z.string().nullable(),
  /** The space that launched the contract. */
  tenantId: id,
  launcherName: z.string(),
  isFrozen: flag,
  reportTime: time,
  /** Until when whoever reported is to be answered. */
  dueTime: time,
  reportState,
})
/** A report of fraud as those who run the platform find it. */
export type FraudReport = z.infer<typeof FraudReport>

/** Issue 18: reports of fraud, which an operator looks into and decides. */
export const fraudReport = callsUnder('/operator/api', { access: 'operator' })({
  listFraudReports: {
    summary: '合同举报：待处理的最早的在前，已处理的最近的在前；按举报编号、合同编号或发起方查找',
    input: z.object({
      reportState: reportState.default('open'),
      search: z.string().trim().max(100).optional(),
      cursor: z.string().max(200).optional(),
    }),
    output: z.object({ reportArray: z.array(FraudReport), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid'],
  },
  getFraudReport: {
    summary: '一个举报与系统找到的线索（不含合同名称与内容）',
    input: z.object({ reportNo }),
    output: FraudReport.extend({
      /** What was found, what it may mean, and whether it speaks for a fraud. */
      clueArray: z.array(z.object({ text: z.string(), note: z.string(), isHot: flag })),
      /** Why the launching space is frozen; null while it is not. */
      frozen: z.object({ reason: z.string(), time }).nullable(),
      /** Whether the reporter has an account that can be told of the outcome. */
      isReachable: flag,
      decision: z.object({ who: z.string(), time, reason: z.string() }).nullable(),
    }),
    refuses: ['report/not-found'],
  },
  decideFraudReport: {
    summary: '认定举报成立或不成立，理由告知举报人',
    input: z.object({ reportNo, isUpheld: flag, reason }),
    refuses: ['report/not-found', 'report/changed', 'field/invalid'],
  },
})
