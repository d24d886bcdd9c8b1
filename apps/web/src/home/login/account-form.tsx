import { useState } from 'react'
import { call } from '../../client/call.ts'
import { withRedirect } from '../../client/own-path.ts'
import { hrefOf } from '../../router/leave.ts'
import { Field } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import type { CaptchaField } from '../../kit/account/captcha-field.tsx'
import { useCaptcha } from '../../kit/account/use-captcha.ts'
import { isLocked, wantsCaptcha, type LoginFaults } from './login-fault.ts'
import { LoginForm } from './login-form.tsx'
import type { UnlockFields } from './unlock-fields.tsx'
import { useSearch } from './use-search.ts'

/** 账号登录; the captcha appears once the server asks for it (checklist C1), a code's field once it is locked. */
export function AccountForm() {
  const [userName, setUserName] = useState('')
  const search = useSearch()
  const [password, setPassword] = useState('')
  const [Guard, setGuard] = useState<typeof CaptchaField | null>(null)
  const [Unlock, setUnlock] = useState<typeof UnlockFields | null>(null)
  const [smsCode, setSmsCode] = useState('')
  const guarded = Guard !== null && Unlock === null
  const [captchaCode, setCaptchaCode] = useState('')
  const captcha = useCaptcha(guarded)

  const check = (): LoginFaults => ({
    ...(userName.trim() === '' && { userName: '请输入手机号或账号' }),
    ...(password === '' && { password: '请输入密码' }),
    ...(guarded && captchaCode.trim() === '' && { captcha: '请输入图形验证码' }),
    ...(Unlock && !/^\d{6}$/.test(smsCode.trim()) && { smsCode: '请输入6位短信验证码' }),
  })
  const send = (rememberMe: 0 | 1) =>
    call('loginByAccount', {
      userName: userName.trim(),
      password,
      rememberMe,
      agree: 1,
      ...(Unlock && { smsCode: smsCode.trim() }),
      ...(guarded && { captchaId: captcha.captchaId, captchaCode: captchaCode.trim() }),
    })
  /** Its file comes to whoever needs it; without it the server asks once more. */
  const askCaptcha = async () => {
    const part = await import('../../kit/account/captcha-field.tsx').catch(() => null)
    if (part) setGuard(() => part.CaptchaField)
  }
  const askUnlock = async () => {
    const part = await import('./unlock-fields.tsx').catch(() => null)
    if (part) setUnlock(() => part.UnlockFields)
  }
  const onFault = (fault: unknown) => {
    setCaptchaCode('')
    // Each field's first picture comes with it.
    if (isLocked(fault)) void askUnlock()
    else if (guarded) captcha.refresh()
    else if (wantsCaptcha(fault)) void askCaptcha()
  }
  return (
    <LoginForm
      check={check}
      send={send}
      onFault={onFault}
      aside={
        <a className="link" href={hrefOf(withRedirect('/login?forgot=1', search))}>
          忘记密码
        </a>
      }
    >
      {(faults) => (
        <>
          <Field
            label="手机号/账号"
            name="userName"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            placeholder="请输入手机号或账号"
            value={userName}
            error={faults.userName}
            onChange={(event) => setUserName(event.target.value)}
          />
          <PasswordField
            label="密码"
            name="password"
            autoComplete="current-password"
            maxLength={128}
            placeholder="请输入密码"
            value={password}
            error={faults.password}
            onChange={(event) => setPassword(event.target.value)}
          />
          {Unlock && (
            <Unlock
              account={{ userName: userName.trim(), password }}
              smsCode={smsCode}
              error={faults.smsCode}
              onChange={setSmsCode}
            />
          )}
          {Guard && !Unlock && (
            <Guard captcha={captcha} value={captchaCode} error={faults.captcha} onChange={setCaptchaCode} />
          )}
        </>
      )}
    </LoginForm>
  )
}
