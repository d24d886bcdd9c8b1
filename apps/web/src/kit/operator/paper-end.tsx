import { checkPaperEnd } from '@moqi/domain/identity/paper-term'
import { DateField } from '../../ui/date-field.tsx'
import { Check } from '../../ui/field.tsx'

/** The last day a paper is valid on, as an operator reads it: `day` as `2036-01-05`, unless it is for good. */
export type ReadEnd = { day: string; forGood: boolean }

/** Nothing is read yet. */
export const unreadEnd: ReadEnd = { day: '', forGood: false }

/** What is wrong with what was read, by the name of its field. */
export function endFault({ day, forGood }: ReadEnd): { validUntil?: string } {
  if (forGood) return {}
  const end = checkPaperEnd(day, { now: Date.now(), forGood: false })
  return end.ok ? {} : { validUntil: end.message }
}

/** The same as it travels. */
export const wireEnd = ({ day, forGood }: ReadEnd): string => (forGood ? '' : day)

type PaperEndProps = {
  end: ReadEnd
  /** Whether such a paper may be valid for good. */
  mayBeForGood: boolean
  error: string | undefined
  onChange: (end: ReadEnd) => void
}

/** Until when a paper is valid, by its picture. */
export function PaperEnd({ end, mayBeForGood, error, onChange }: PaperEndProps) {
  return (
    <>
      {!end.forGood && (
        <DateField
          label="照片上的有效期截止日期"
          autoComplete="off"
          value={end.day}
          error={error}
          hint="到期后认证失效，须重新认证"
          onChange={(day) => onChange({ ...end, day })}
        />
      )}
      {mayBeForGood && (
        <Check checked={end.forGood} onChange={({ target }) => onChange({ ...end, forGood: target.checked })}>
          长期有效
        </Check>
      )}
    </>
  )
}
