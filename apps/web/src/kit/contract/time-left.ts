import type { TaskRow } from '@moqi/api/shapes'
import { dayMs } from '@moqi/domain/time/civil-date'

/** What is left until the deadline of a contract somebody still has to act on: 剩3天, 今天截止, 已截止; else nothing. */
export function timeLeft(row: Pick<TaskRow, 'status' | 'signExpireTime'>, now: number): string {
  const open = row.status === 'iSign' || row.status === 'otherSign' || row.status === 'signingApprovalFailed'
  if (!open || row.signExpireTime === null) return ''
  const left = row.signExpireTime - now
  if (left <= 0) return '已截止'
  return left < dayMs ? '24小时内截止' : `剩${Math.floor(left / dayMs)}天`
}

/** Whether a deadline is near enough to be shown as pressing. */
export const isSoon = (signExpireTime: number | null, now: number): boolean =>
  signExpireTime !== null && signExpireTime - now < 3 * dayMs
