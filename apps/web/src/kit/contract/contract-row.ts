import { statusOf, type WireRowStatus } from '@moqi/api/wire/contract'
import type { TaskRow } from '@moqi/api/shapes'
import { operationLimits } from '@moqi/domain/contract/after-sending'
import type { RowStatus } from '@moqi/domain/contract/row-policy'
import { rowStatusLabels } from '@moqi/domain/labels/status-labels'
import { dayMs } from '@moqi/domain/time/civil-date'
import type { Tone } from '../../ui/tag.tsx'

/** One contract as a list shows it to one viewer. */
export type ContractRow = TaskRow

const tones: Record<RowStatus, Tone> = {
  iSign: 'seal',
  otherSign: 'blue',
  finish: 'green',
  signingApprovalFailed: 'ochre',
  draft: 'grey',
  waitSend: 'grey',
  reject: 'void',
  recall: 'void',
  expired: 'void',
  voided: 'void',
}

/** The label and tone of a row status as it travels. */
export function statusLook(travelling: WireRowStatus): { label: string; tone: Tone } {
  const status = statusOf(travelling)
  return { label: rowStatusLabels[status], tone: tones[status] }
}

/**
 * People and the companies they act for in two lines: a person over the company; of several parties the first, then how
 * many there are. A person alone has no second line.
 */
export function partyLines(text: string): { first: string; rest: string } {
  const parties = text.split('、').filter(Boolean)
  const [first = '—'] = parties
  if (parties.length > 1) return { first, rest: `等${parties.length}方` }
  const [person = first, ...company] = first.split('/')
  return { first: person, rest: company.join('/') }
}

/** A person and the company in one line, as sentences and cards have them, a wide space between them. */
export const inOneLine = (text: string): string => text.replaceAll('/', '\u3000')

/** What is left until the deadline of a contract somebody still has to act on: 剩3天, 今天截止, 已截止; else nothing. */
export function timeLeft(row: Pick<ContractRow, 'status' | 'signExpireTime'>, now: number): string {
  const open = row.status === 'iSign' || row.status === 'otherSign' || row.status === 'signingApprovalFailed'
  if (!open || row.signExpireTime === null) return ''
  const left = row.signExpireTime - now
  if (left <= 0) return '已截止'
  return left < dayMs ? '24小时内截止' : `剩${Math.floor(left / dayMs)}天`
}

/** How long a row lies in the bin yet: 剩余12天, 今天彻底删除. `deletedAt` in ms. */
export function binDaysLeft(deletedAt: number, now: number): string {
  const days = Math.ceil((deletedAt + operationLimits.binMs - now) / dayMs)
  return days > 0 ? `剩余${days}天` : '今天彻底删除'
}

/** Whether a deadline is near enough to be shown as pressing. */
export const isSoon = (signExpireTime: number | null, now: number): boolean =>
  signExpireTime !== null && signExpireTime - now < 3 * dayMs
