import { useId, type Ref, type SelectHTMLAttributes } from 'react'
import './field.css'
import './select-field.css'

/** One of the choices; an empty value is none of them. */
export type Choice = { value: string; label: string }
type SelectFieldProps = SelectHTMLAttributes<HTMLSelectElement> & {
  label: string
  choices: readonly Choice[]
  /** What stands there while nothing is chosen; absent, something always is. */
  placeholder?: string
  error?: string | undefined
  hint?: string
  ref?: Ref<HTMLSelectElement>
}

/** A labelled choice of one, by the platform's own list. */
export function SelectField({ label, choices, placeholder, error, hint, ...rest }: SelectFieldProps) {
  const id = useId()
  const described = error ? `${id}e` : hint ? `${id}h` : undefined
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={error ? 'field-box bad' : 'field-box'}>
        <select id={id} className="field-select" aria-invalid={!!error} aria-describedby={described} {...rest}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {choices.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
      {error && (
        <p id={`${id}e`} className="field-error" role="alert">
          {error}
        </p>
      )}
      {!error && hint && (
        <p id={`${id}h`} className="hint">
          {hint}
        </p>
      )}
    </div>
  )
}
