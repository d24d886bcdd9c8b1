import { Field } from '../../ui/field.tsx'

type PhoneFieldProps = { label?: string; value: string; error: string | undefined; onChange: (phone: string) => void }

/** A phone's number. */
export function PhoneField({ label = '手机号', value, error, onChange }: PhoneFieldProps) {
  return (
    <Field
      label={label}
      name="phone"
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      maxLength={20}
      placeholder={`请输入${label}`}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
