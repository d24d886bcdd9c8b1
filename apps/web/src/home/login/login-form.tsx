import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { hrefOf } from '../../client/leave.ts'
import { loadingPath, readRedirect } from '../../client/own-path.ts'
import { startSession } from '../../client/session.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/field.tsx'
import { AgreementCheck } from '../account/agreement-check.tsx'
import { loginFaults, type LoginFaults } from './login-fault.ts'

type LoginFormProps = {
  /** What is wrong before anything is sent. */
  check: () => LoginFaults
  send: (rememberMe: 0 | 1) => Promise<{ token: string; device?: string | undefined }>
  /** Whether this way of signing in can be remembered (checklist S21). */
  remembers?: boolean
  onFault?: (fault: unknown) => void
  /** Stands opposite 记住我. */
  aside?: ReactNode
  children: (faults: LoginFaults) => ReactNode
}

/** What every way of signing in shares: remember me, agreement, the button, and going where one wanted to go. */
export function LoginForm({ check, send, remembers = true, onFault, aside, children }: LoginFormProps) {
  const [remember, setRemember] = useState(true)
  const [agreed, setAgreed] = useState(false)
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<LoginFaults>({})
  const form = useRef<HTMLFormElement>(null)
  const show = (found: LoginFaults) => {
    setFaults(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  const signIn = async () => {
    try {
      const remembered = remembers && remember
      const { token, device } = await send(remembered ? 1 : 0)
      startSession(token, remembered, device)
      // The application is another document: what this page holds in memory ends with it.
      location.replace(hrefOf(loadingPath(readRedirect(location.search))))
    } catch (fault) {
      setBusy(false)
      show(loginFaults(fault))
      onFault?.(fault)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = { ...check(), ...(!agreed && { agree: '请先阅读并同意协议' }) }
    show(found)
    if (Object.keys(found).length > 0 || busy) return
    setBusy(true)
    void signIn()
  }
  return (
    <form ref={form} className="login-form" noValidate onSubmit={submit}>
      {faults.form && (
        <p className="form-fault" role="alert">
          {faults.form}
        </p>
      )}
      {children(faults)}
      <div className="spread login-keep">
        {remembers && (
          <Check checked={remember} onChange={(event) => setRemember(event.target.checked)}>
            记住我
          </Check>
        )}
        {aside}
      </div>
      <Button type="submit" variant="primary" size="xl" block busy={busy}>
        登录
      </Button>
      <AgreementCheck agreed={agreed} error={faults.agree} onChange={setAgreed} />
    </form>
  )
}
