import { useState, type ReactNode } from 'react'
import { loadingPath, readRedirect } from '../../client/own-path.ts'
import { startSession } from '../../client/session.ts'
import { hrefOf } from '../../router/leave.ts'
import { Button } from '../../ui/button.tsx'
import { Check, FormFault } from '../../ui/field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { useSecondStep } from '../../kit/second-step/use-second-step.tsx'
import { AgreementCheck } from '../../kit/account/agreement-check.tsx'
import { type LoginField, loginFaults, type LoginFaults } from './login-fault.ts'
import './login-page.css'

type LoginFormProps = {
  /** What is wrong before anything is sent. */
  check: () => LoginFaults
  send: (rememberMe: 0 | 1) => Promise<{ token: string; device?: string | undefined }>
  /** Whether this way of signing in can be remembered (checklist S21). */
  remembers?: boolean
  onFault?: (fault: unknown) => void
  /** Stands opposite 记住我. */
  aside?: ReactNode
  /** What the button says. */
  act?: string
  children: (faults: LoginFaults) => ReactNode
}

/** What every way of signing in shares: remember me, agreement, the button, and going where one wanted to go. */
export function LoginForm({ check, send, remembers = true, onFault, aside, act = '登录', children }: LoginFormProps) {
  const [remember, setRemember] = useState(true)
  const [agreed, setAgreed] = useState(false)
  const { form, faults, show } = useFaults<LoginField>()
  const { guard, second } = useSecondStep()
  const signIn = async () => {
    const remembered = remembers && remember
    const { token, device } = await guard(send(remembered ? 1 : 0), remembered ? 1 : 0)
    startSession(token, remembered, device)
    // The application is another document: what this page holds in memory ends with it.
    location.replace(hrefOf(loadingPath(readRedirect(location.search))))
    return new Promise<never>(() => {})
  }
  const { busy, submit } = useSubmit({
    show,
    check: () => ({ ...check(), ...(!agreed && { agree: '请先阅读并同意协议' }) }),
    send: signIn,
    read: (fault) => {
      onFault?.(fault)
      return loginFaults(fault)
    },
  })
  return (
    <>
      {second}
      <form ref={form} className="login-form" noValidate onSubmit={submit}>
        <FormFault>{faults.form}</FormFault>
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
          {act}
        </Button>
        <AgreementCheck agreed={agreed} error={faults.agree} onChange={setAgreed} />
      </form>
    </>
  )
}
