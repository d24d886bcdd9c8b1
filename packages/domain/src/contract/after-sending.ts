import { dayMs } from '../time/civil-date.ts'

const minute = 60_000

/** Limits of what is done with a contract after it was made (domain 2.1, 5.1, 8); times in ms. */
export const operationLimits = {
  /** A party is urged 30 minutes after its turn came at the earliest, and then every ten minutes. */
  urge: { firstAfterMs: 30 * minute, againAfterMs: 10 * minute },
  correctPhone: { most: 5, againAfterMs: minute },
  /** Times one contract is handed over. */
  transfers: 20,
  /** How long the recycle bin keeps what was put into it. */
  binMs: 30 * dayMs,
  batch: 50,
  /** `files` contracts and `bytes` of PDF in one archive; `keptMs` how long it is kept. */
  download: { now: { files: 50, bytes: 100 * 1024 * 1024 }, later: { files: 1000, bytes: 400 * 1024 * 1024 } },
  downloadKeptMs: dayMs,
  exportRows: 10_000,
  /** How far the rows of a filtered list are counted: beyond it stands 共100+条 (checklist Z14). */
  countedRows: 100,
  /** Signers and initiator are reminded once, a day before the deadline. */
  deadlineReminderMs: dayMs,
  /** Days before a contract ends on which its initiator is reminded. */
  endReminderDays: [30, 7, 1],
} as const

/** When a party's turn came and when it was last urged, ms; null if never. */
export type UrgeFacts = { readonly openedAt: number; readonly urgedAt: number | null }

/** How long one must wait before urging a party, ms; 0 when it may be done now. */
export function urgeWait({ openedAt, urgedAt }: UrgeFacts, now: number): number {
  const { firstAfterMs, againAfterMs } = operationLimits.urge
  const from = urgedAt === null ? openedAt + firstAfterMs : urgedAt + againAfterMs
  return Math.max(0, from - now)
}

const urgeWords = {
  party: { whom: '签署方', act: '催签' },
  approver: { whom: '审批人', act: '催办' },
} as const

/** Why a party or an approver cannot be urged yet, with the minutes left. */
export function urgeWaitText({ urgedAt }: UrgeFacts, waitMs: number, of: keyof typeof urgeWords = 'party'): string {
  const minutes = Math.ceil(waitMs / minute)
  const { whom, act } = urgeWords[of]
  return urgedAt === null
    ? `通知${whom}30分钟后才能${act}，请${minutes}分钟后再试`
    : `刚刚已${act}过，请${minutes}分钟后再试`
}

/** The button while urging would be refused for `waitMs` yet: 29分钟后可催签. */
export const urgeLeftText = (waitMs: number): string => `${Math.ceil(waitMs / minute)}分钟后可催签`

/** When the deadline is reminded of; null when that is too close for one to say anything new. */
export function deadlineReminderAt(signExpireTime: number, now: number): number | null {
  const at = signExpireTime - operationLimits.deadlineReminderMs
  return at > now ? at : null
}

/** The next reminder of the end of a contract, 30, 7 or 1 days before; null when none is left. */
export function nextEndReminder(contractEndTime: number, now: number): { days: number; at: number } | null {
  const reminders = operationLimits.endReminderDays.map((days) => ({ days, at: contractEndTime - days * dayMs }))
  return reminders.find(({ at }) => at > now) ?? null
}
