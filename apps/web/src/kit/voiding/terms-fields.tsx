import { voidReasonLabels, voidReasons, type VoidTerms, writtenTerms } from '@moqi/domain/contract/void-terms'
import { keysOf } from '@moqi/domain/keys-of'
import { deadlineDay } from '@moqi/domain/time/deadline'
import { DateField } from '../../ui/date-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { ReasonChoice } from './reason-choice.tsx'

const hints: Partial<Record<keyof typeof writtenTerms, string>> = {
  feeSettlement: '选填，如已付款项如何退还',
  retainedTerms: '选填，如保密条款继续有效',
  otherTerms: '选填',
}

type TermsFieldsProps = {
  terms: VoidTerms
  /** The last day to sign on. */
  day: string
  /** ms since epoch when the form was opened. */
  now: number
  /** By the name of a written term, and `signExpireTime`. */
  faults: Readonly<Partial<Record<string, string>>>
  onTerms: (terms: VoidTerms, corrected?: string) => void
  onDay: (day: string) => void
}

/** What the parties of an agreement that voids shall agree on, and until when they may sign it. */
export function TermsFields({ terms, day, now, faults, onTerms, onDay }: TermsFieldsProps) {
  return (
    <>
      <ReasonChoice
        reasons={voidReasons.map((value) => ({ value, label: voidReasonLabels[value] }))}
        value={terms.reason}
        onChange={(reason) => onTerms({ ...terms, reason })}
      />
      {keysOf(writtenTerms).map((term) => (
        <TextArea
          key={term}
          label={writtenTerms[term].label}
          rows={2}
          value={terms[term]}
          error={faults[term]}
          hint={term === 'remark' && terms.reason === 'other' ? '请说明作废原因' : hints[term]}
          maxLength={writtenTerms[term].most}
          onChange={(event) => onTerms({ ...terms, [term]: event.target.value }, term)}
        />
      ))}
      <DateField
        label="签署截止日期"
        min={deadlineDay(now)}
        value={day}
        error={faults.signExpireTime}
        hint="当日23:59:59前可签署，默认7天，最长90天"
        onChange={onDay}
      />
    </>
  )
}
