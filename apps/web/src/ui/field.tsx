import { useId, type InputHTMLAttributes, type ReactNode } from 'react'
import { FieldFrame, type FieldWords } from './field-frame.tsx'
import { Input, type InputProps } from './input.tsx'
import './checkbox.css'

/** A labelled input; `error` stands under it and is read aloud, `end` sits inside at the right. */
export function Field({ label, error, hint, size = 'l', ...rest }: InputProps & FieldWords) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(said) => <Input size={size} {...said} {...rest} />}
    </FieldFrame>
  )
}

type CheckProps = InputHTMLAttributes<HTMLInputElement> & { error?: string | undefined }

/** A checkbox with its words at the right, which may hold links. */
export function Check({ children, error, ...rest }: CheckProps) {
  const id = useId()
  return (
    <div>
      <label className="check">
        <input
          type="checkbox"
          className="checkbox"
          aria-invalid={!!error}
          aria-describedby={error ? id : undefined}
          {...rest}
        />
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
