import { checkPhone } from '@moqi/domain/identity/phone'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { Field } from '../../ui/field.tsx'
import { PhoneField } from '../../kit/account/phone-field.tsx'
import { CaptchaField } from '../../kit/account/captcha-field.tsx'
import { useCaptcha } from '../../kit/account/use-captcha.ts'
import { useCountdown } from '../../kit/account/use-countdown.ts'
import { loginFaults, type LoginFaults } from './login-fault.ts'
import { LoginForm } from './login-form.tsx'

/**
 * 验证码登录: the captcha guards the sending of the code (checklist C2, C20). With the account's name as well it is the
 * SMS sign-in (C13, C4), whose codes are its own and which is not remembered (S21).
 */
export function CodeForm() {
  const [named, setNamed] = useState(false)
  const [userName, setUserName] = useState('')
  const [phone, setPhone] = useState('')
  const [captchaCode, setCaptchaCode] = useState('')
  const [smsCode, setSmsCode] = useState('')
  const [sendFaults, setSendFaults] = useState<LoginFaults>({})
  const [sending, setSending] = useState(false)
  const [left, startCountdown] = useCountdown()
  const [namedLeft, startNamedCountdown] = useCountdown()
  const captcha = useCaptcha(true)

  const checked = checkPhone(phone)
  const phoneFault: LoginFaults = checked.ok ? {} : { phone: checked.message }
  const plainPhone = checked.ok ? checked.value : phone
  const send = async () => {
    setSending(true)
    try {
      const answered = { phone: plainPhone, captchaId: captcha.captchaId, captchaCode: captchaCode.trim() }
      if (named) startNamedCountdown((await call('getSmsCode', { ...answered, scene: 'smsLogin' })).resendSeconds)
      else startCountdown((await call('getVerificationCode', answered)).resendSeconds)
    } catch (fault) {
      setSendFaults(loginFaults(fault))
    }
    setSending(false)
    setCaptchaCode('')
    captcha.refresh()
  }
  const askForCode = () => {
    const faults = { ...phoneFault, ...(captchaCode.trim() === '' && { captcha: '请输入图形验证码' }) }
    setSendFaults(faults)
    if (Object.keys(faults).length === 0 && !sending) void send()
  }
  const signIn = (rememberMe: 0 | 1) => {
    const proof = { phone: plainPhone, smsCode: smsCode.trim(), agree: 1 } as const
    return named
      ? call('loginForUserNameAndPhone', { userName: userName.trim(), ...proof })
      : call('loginByVerificationCode', { ...proof, rememberMe })
  }
  const change = () => {
    setNamed(!named)
    setSmsCode('')
    setSendFaults({})
  }
  const wait = named ? namedLeft : left
  const check = (): LoginFaults => ({
    ...(named && userName.trim() === '' && { userName: '请输入账号' }),
    ...phoneFault,
    ...(!/^\d{6}$/.test(smsCode.trim()) && { smsCode: '请输入6位短信验证码' }),
  })
  return (
    <LoginForm
      key={named ? 'named' : 'phone'}
      check={check}
      send={signIn}
      remembers={!named}
      aside={
        <button type="button" className="link" onClick={change}>
          {named ? '仅用手机号登录' : '用账号和手机号登录'}
        </button>
      }
    >
      {(faults) => (
        <>
          {named && (
            <Field
              label="账号"
              name="userName"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={64}
              placeholder="请输入账号"
              value={userName}
              error={faults.userName}
              onChange={(event) => setUserName(event.target.value)}
            />
          )}
          <PhoneField value={phone} error={sendFaults.phone ?? faults.phone} onChange={setPhone} />
          <CaptchaField captcha={captcha} value={captchaCode} error={sendFaults.captcha} onChange={setCaptchaCode} />
          <Field
            label="短信验证码"
            name="smsCode"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            placeholder="6位数字"
            value={smsCode}
            error={faults.smsCode ?? sendFaults.form}
            onChange={(event) => setSmsCode(event.target.value)}
            end={
              wait > 0 ? (
                <span className="field-wait">{wait}秒后重新获取</span>
              ) : (
                <button type="button" className="link field-get" aria-disabled={sending} onClick={askForCode}>
                  获取验证码
                </button>
              )
            }
          />
        </>
      )}
    </LoginForm>
  )
}
