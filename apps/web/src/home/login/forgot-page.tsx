import { useEffect, useRef, useState } from 'react'
import { call } from '../../client/call.ts'
import { withRedirect } from '../../client/own-path.ts'
import { hrefOf } from '../../router/leave.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FormFault } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { faultsOf } from '../../kit/account/form-faults.ts'
import { NewPassword, passwordFaults } from '../../kit/account/new-password.tsx'
import { PhoneProofFields } from '../../kit/account/phone-proof-fields.tsx'
import { useFormFaults } from '../../kit/account/use-form-faults.ts'
import { usePhoneProof } from '../../kit/account/use-phone-proof.ts'
import { LetterFrame } from '../../kit/frame/letter-frame.tsx'
import './login-page.css'
import './forgot-page.css'

/** /login?forgot=1: a new password for whoever receives the phone's code. */
export function ForgotPage() {
  const [done, setDone] = useState(false)
  const login = withRedirect('/login', location.search)
  return (
    <LetterFrame>
      {done ? <Done login={login} /> : <ForgotForm login={login} onDone={() => setDone(true)} />}
    </LetterFrame>
  )
}

function ForgotForm({ login, onDone }: { login: string; onDone: () => void }) {
  const [password, setPassword] = useState({ password: '', again: '' })
  const { form, faults, show, onInput } = useFormFaults()
  const proof = usePhoneProof('reset', show)
  const { busy, submit } = useSubmit({
    show,
    check: () => ({ ...proof.check(), ...passwordFaults(password, { phone: proof.plainPhone }) }),
    send: () =>
      proof.prove(async ({ smsToken }) => {
        await call('resetPassword', { smsToken, password: password.password })
        onDone()
      }),
    read: faultsOf,
  })
  return (
    <>
      <h1>重设密码</h1>
      <p className="login-new">
        <span>想起来了？</span>
        <a href={hrefOf(login)}>返回登录</a>
      </p>
      <form ref={form} className="login-form login-forgot" noValidate onSubmit={submit} onInput={onInput}>
        <FormFault>{faults.form}</FormFault>
        <PhoneProofFields
          proof={proof}
          faults={faults}
          sentHint="短信已发出，5分钟内有效。如短信提示该手机号尚未注册，请先注册账号。"
        />
        <NewPassword label="新密码" value={password} faults={faults} onChange={setPassword} />
        <Button type="submit" variant="primary" size="xl" block busy={busy}>
          重设密码
        </Button>
      </form>
    </>
  )
}

function Done({ login }: { login: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <>
      <h1 ref={title} tabIndex={-1}>
        密码已重设
      </h1>
      <p className="login-done">此前的登录已全部退出，请使用新密码登录。</p>
      <ButtonLink to={login} variant="primary" size="xl" block>
        去登录
      </ButtonLink>
    </>
  )
}
