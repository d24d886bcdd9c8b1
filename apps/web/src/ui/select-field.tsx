import { FieldFrame, type FieldWords } from './field-frame.tsx'
import { Select, type SelectProps } from './select.tsx'

/** A labelled choice of one. */
export function SelectField<T extends string | number>({ label, error, hint, ...rest }: SelectProps<T> & FieldWords) {
  return (
    <FieldFrame label={label} error={error} hint={hint}>
      {(said) => <Select<T> size="l" {...said} {...rest} />}
    </FieldFrame>
  )
}
