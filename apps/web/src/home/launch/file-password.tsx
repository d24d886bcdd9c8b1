import { useState, type FormEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'

/** Asks for the password that opens a protected PDF or Word file; it is sent once with the file and kept nowhere. */
export function FilePassword({ name, onGiven }: { name: string; onGiven: (password: string) => void }) {
  const [password, setPassword] = useState('')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') onGiven(password)
  }
  return (
    <form className="file-password" aria-label={`${name}的打开密码`} onSubmit={onSubmit}>
      <Field
        label="文件密码"
        type="password"
        autoComplete="off"
        maxLength={127}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" size="s" disabled={password === ''}>
        打开文件
      </Button>
    </form>
  )
}
