import { useId } from 'react'
import './void-terms.css'

type ReasonChoiceProps<T extends string> = {
  reasons: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

/** Why the contract is voided: one of a few, arrow keys walk them. */
export function ReasonChoice<T extends string>({ reasons, value, onChange }: ReasonChoiceProps<T>) {
  const name = useId()
  return (
    <fieldset className="voiding-reasons">
      <legend>作废原因</legend>
      {reasons.map((reason) => (
        <label key={reason.value}>
          <input
            type="radio"
            className="sr"
            name={name}
            value={reason.value}
            checked={reason.value === value}
            onChange={() => onChange(reason.value)}
          />
          <span>{reason.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
