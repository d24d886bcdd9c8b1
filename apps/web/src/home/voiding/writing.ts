import type { RelieveInfo } from '@moqi/api/voiding'
import type { VoidTerms } from '@moqi/domain/contract/void-terms'
import { deadlineDay } from '@moqi/domain/time/deadline'
import { isText, record, type Shape } from '../../client/stored-shape.ts'
import { isTerms } from '../../kit/voiding/terms-shape.ts'

/** New operators, colleagues' ids by their parties' numbers. */
export type Operators = Readonly<Record<string, string>>

/** An agreement while it is being written; `day` is the last one to sign on. */
export type Writing = { terms: VoidTerms; day: string; operators: Operators }

/** What has been written of an agreement. */
export const writingOf = (info: RelieveInfo): Writing => ({
  terms: {
    reason: info.relieveReason,
    remark: info.relieveRemark,
    feeSettlement: info.feeSettlement,
    retainedTerms: info.retainedTerms,
    otherTerms: info.otherTerms,
  },
  day: deadlineDay(info.signExpireTime),
  operators: {},
})

const isOperators: Shape<Operators> = (value): value is Operators =>
  typeof value === 'object' && value !== null && Object.values(value).every(isText)

/** Tells whether something kept is what was being written. */
export const isWriting: Shape<Writing> = record<Writing>({
  terms: isTerms,
  day: isText,
  operators: isOperators,
})

/** Who signs for a party of the agreement, with the operator that replaces the former one. */
export function operatorOf(
  { colleagueArray }: Pick<RelieveInfo, 'colleagueArray'>,
  { signerNo, signerName }: { signerNo: number; signerName: string },
  operators: Operators,
): string {
  return colleagueArray.find(({ colleagueId }) => colleagueId === operators[signerNo])?.name ?? signerName
}
