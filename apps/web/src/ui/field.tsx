import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import './field.css'

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string
  error?: string | undefined
  hint?: string | undefined
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A labelled input; `error` stands under it and is read aloud, `end` sits inside at the right. */
export function Field({ label, error, hint, end, ...rest }: FieldProps) {
  const id = useId()
  const described = error ? `${id}e` : hint ? `${id}h` : undefined
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={error ? 'field-box bad' : 'field-box'}>
        <input id={id} aria-invalid={!!error} aria-describedby={described} {...rest} />
        {end}
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

type CheckProps = InputHTMLAttributes<HTMLInputElement> & { error?: string | undefined }

/** A checkbox with its words at the right, which may hold links. */
export function Check({ children, error, ...rest }: CheckProps) {
  const id = useId()
  return (
    <div>
      <label className="check">
        <input type="checkbox" aria-invalid={!!error} aria-describedby={error ? id : undefined} {...rest} />
        <span>{children}</span>
      </label>
      {error && (
        <p id={id} className="field-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** What is wrong with a form as a whole, read aloud as it appears; nothing while nothing is. */
export function FormFault({ children }: { children?: ReactNode }) {
  if (!children) return null
  return (
    <p className="form-fault" role="alert">
      {children}
    </p>
  )
}
