import { keysOf } from '../keys-of.ts'
import type { FieldFault } from './draft-rules.ts'
import { hasEmoji, lengthOf } from './draft-text.ts'

/** Why the parties void a contract, and how each reason reads (domain 5.5). */
export const voidReasonLabels = {
  wrongTerms: '条款内容有误',
  wrongSeal: '印章选择错误',
  wrongSigner: '签署人信息错误',
  ended: '合作终止',
  other: '其他',
} as const
/** A key of `voidReasonLabels`. */
export type VoidReason = keyof typeof voidReasonLabels
/** The reasons in the order they are offered. */
export const voidReasons: readonly VoidReason[] = keysOf(voidReasonLabels)

/** What the parties agree on when they void a contract; an empty text says nothing. */
export type VoidTerms = {
  readonly reason: VoidReason
  readonly remark: string
  readonly feeSettlement: string
  readonly retainedTerms: string
  readonly otherTerms: string
}

/** The written terms with their names and their longest texts, in characters, in the order they are asked for. */
export const writtenTerms = {
  remark: { label: '说明', most: 200 },
  feeSettlement: { label: '费用结算', most: 500 },
  retainedTerms: { label: '保留条款', most: 500 },
  otherTerms: { label: '其他约定', most: 500 },
} as const satisfies Readonly<Partial<Record<keyof VoidTerms, { label: string; most: number }>>>
/** The name of one of the written terms. */
export type WrittenTerm = keyof typeof writtenTerms

/** Terms without the space around them. */
export const trimmedTerms = ({ reason, remark, feeSettlement, retainedTerms, otherTerms }: VoidTerms): VoidTerms => ({
  reason,
  remark: remark.trim(),
  feeSettlement: feeSettlement.trim(),
  retainedTerms: retainedTerms.trim(),
  otherTerms: otherTerms.trim(),
})

/** Faults of the terms: none longer than it may be, no emoji, and 其他 says which reason that is. */
export function termFaults(terms: VoidTerms): FieldFault[] {
  const written = keysOf(writtenTerms).flatMap((field) => {
    const { label, most } = writtenTerms[field]
    const text = terms[field].trim()
    if (lengthOf(text) > most) return [{ field, message: `${label}不能超过${most}个字` }]
    return hasEmoji(text) ? [{ field, message: `${label}不能包含表情符号` }] : []
  })
  const unexplained = terms.reason === 'other' && terms.remark.trim() === ''
  return [...(unexplained ? [{ field: 'remark', message: '请说明作废原因' }] : []), ...written]
}
