import { DateInput, type DateInputProps } from './date-input.tsx'
import { FieldFrame, type FieldWords } from './field-frame.tsx'

/** A labelled day. */
export function DateField({ label, error, hint, size = 'l', ...rest }: DateInputProps & FieldWords) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(said) => <DateInput size={size} {...said} {...rest} />}
    </FieldFrame>
  )
}
