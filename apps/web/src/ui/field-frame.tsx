import { useId, type ReactNode } from 'react'
import './field.css'

/** What stands around a control. */
export type FieldWords = { label: string; error?: string | undefined; hint?: string | undefined }
type Said = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined }
type FieldFrameProps = FieldWords & {
  /** Stands at the right, under the control. */
  foot?: ReactNode
  children: (said: Said) => ReactNode
}

/** A label over a control; `error`, else `hint`, stands under it and is read with it. */
export function FieldFrame({ label, error, hint, foot, children }: FieldFrameProps) {
  const id = useId()
  const described = error ? `${id}e` : hint ? `${id}h` : undefined
  const words = error ? (
    <p id={`${id}e`} className="field-error" role="alert">
      {error}
    </p>
  ) : (
    hint && (
      <p id={`${id}h`} className="hint">
        {hint}
      </p>
    )
  )
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': !!error, 'aria-describedby': described })}
      {foot ? (
        <div className="field-foot">
          {words}
          {foot}
        </div>
      ) : (
        words
      )}
    </div>
  )
}
