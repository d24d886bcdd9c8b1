import type { TextareaHTMLAttributes } from 'react'
import './control.css'
import { FieldFrame, type FieldWords } from './field-frame.tsx'
import './text-area.css'

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> &
  FieldWords & {
    value: string
    /** The count stands under it. */
    maxLength?: number
  }

/** A labelled text of several lines. */
export function TextArea({ label, error, hint, ...rest }: TextAreaProps) {
  const { value, maxLength } = rest
  const count = maxLength !== undefined && (
    <span className="field-count">
      {value.length}/{maxLength}
    </span>
  )
  return (
    <FieldFrame label={label} error={error} hint={hint} foot={count}>
      {(said) => <textarea rows={3} {...said} {...rest} className="control field-area" />}
    </FieldFrame>
  )
}
