import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'

type FilePasswordProps = { name: string; label: string; onGiven: (password: string) => void }

/** Asks for the password that a protected PDF or Word file lacks; it is sent once with the file and kept nowhere. */
export function FilePassword({ name, label, onGiven }: FilePasswordProps) {
  const [password, setPassword] = useState('')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') onGiven(password)
  }
  return (
    <form className="file-password" aria-label={`${name}的密码`} onSubmit={onSubmit}>
      <Field
        size="m"
        label={label}
        type="password"
        autoComplete="off"
        maxLength={127}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" disabled={password === ''}>
        打开文件
      </Button>
    </form>
  )
}
