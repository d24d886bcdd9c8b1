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

/** How long a row lies in the bin yet: 剩余12天, 今天彻底删除. `deletedAt` in ms. */
export function binDaysLeft(deletedAt: number, now: number): string {
  const days = Math.ceil((deletedAt + operationLimits.binMs - now) / dayMs)
  return days > 0 ? `剩余${days}天` : '今天彻底删除'
}
