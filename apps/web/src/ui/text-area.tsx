import { useId, type TextareaHTMLAttributes } from 'react'
import './field.css'
import './text-area.css'

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  label: string
  maxLength: number
  value: string
  error?: string | undefined
}

/** A labelled text of several lines with its count. */
export function TextArea({ label, error, ...rest }: TextAreaProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        className="field-area"
        aria-invalid={!!error}
        aria-describedby={error ? `${id}e` : undefined}
        {...rest}
      />
      <div className="field-foot">
        {error && (
          <p id={`${id}e`} className="field-error" role="alert">
            {error}
          </p>
        )}
        <span className="field-count">
          {rest.value.length}/{rest.maxLength}
        </span>
      </div>
    </div>
  )
}
