import { useId } from 'react'
import './choices.css'

type ChoicesProps = {
  legend: string
  items: readonly { value: string; label: string; note: string }[]
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

/** One of several, each in a line of its own; arrow keys walk them. */
export function Choices({ legend, items, value, error, onChange }: ChoicesProps) {
  const name = useId()
  return (
    <fieldset className="choices" aria-describedby={error ? `${name}e` : undefined}>
      <legend>{legend}</legend>
      {items.map((item) => (
        <label key={item.value} className="choice">
          <input
            type="radio"
            name={name}
            value={item.value}
            checked={item.value === value}
            onChange={() => onChange(item.value)}
          />
          <span className="clip">{item.label}</span>
          <span className="choice-note">{item.note}</span>
        </label>
      ))}
      {error && (
        <p id={`${name}e`} className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
