import { checkUserName } from '@moqi/domain/account/user-name'
import { Field } from '../../ui/field.tsx'
import type { FormFaults } from './form-faults.ts'

type UserNameFieldProps = { value: string; error: string | undefined; onChange: (userName: string) => void }

/** The name an account will have. */
export function UserNameField({ value, error, onChange }: UserNameFieldProps) {
  return (
    <Field
      label="账号"
      name="userName"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      placeholder="4–20位，以字母开头"
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** What is wrong with it (domain 4.2). */
export function userNameFault(text: string): FormFaults {
  if (text.trim() === '') return { userName: '请输入账号' }
  const checked = checkUserName(text)
  return checked.ok ? {} : { userName: checked.message }
}
