import { Field } from '../../ui/field.tsx'

type MailFieldProps = {
  label: string
  placeholder: string
  hint?: string
  value: string
  error: string | undefined
  onChange: (email: string) => void
}

/** A mail address. */
export function MailField({ onChange, ...field }: MailFieldProps) {
  return (
    <Field
      {...field}
      name="email"
      type="email"
      inputMode="email"
      autoComplete="email"
      maxLength={100}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
