import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CaptchaField } from '../../kit/account/captcha-field.tsx'
import { useCaptcha } from '../../kit/account/use-captcha.ts'
import { useCountdown } from '../../kit/account/use-countdown.ts'
import { Field } from '../../ui/field.tsx'
import { loginFaults, type LoginFaults } from './login-fault.ts'

type UnlockFieldsProps = {
  /** Who signs in, as typed. */
  account: { userName: string; password: string }
  smsCode: string
  error: string | undefined
  onChange: (smsCode: string) => void
}

/** Where strangers' guesses have locked the account: its owner goes on by the password and a code to the own phone. */
export function UnlockFields({ account, smsCode, error, onChange }: UnlockFieldsProps) {
  const [captchaCode, setCaptchaCode] = useState('')
  const [faults, setFaults] = useState<LoginFaults>({})
  const [sending, setSending] = useState(false)
  const [left, startCountdown] = useCountdown()
  const captcha = useCaptcha(true)
  const send = async () => {
    setSending(true)
    try {
      const answered = { captchaId: captcha.captchaId, captchaCode: captchaCode.trim() }
      startCountdown((await call('getUnlockCode', { ...account, ...answered })).resendSeconds)
    } catch (fault) {
      setFaults(loginFaults(fault))
    }
    setSending(false)
    setCaptchaCode('')
    captcha.refresh()
  }
  const ask = () => {
    const missing: LoginFaults = captchaCode.trim() === '' ? { captcha: '请输入图形验证码' } : {}
    setFaults(missing)
    if (!missing.captcha && !sending) void send()
  }
  return (
    <>
      <p className="faint">多次输错密码已锁定。是本人时，可用上面的密码和短信验证码继续登录。</p>
      <CaptchaField captcha={captcha} value={captchaCode} error={faults.captcha} onChange={setCaptchaCode} />
      <Field
        label="短信验证码"
        name="smsCode"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        placeholder="密码正确时发送到账号的手机"
        value={smsCode}
        error={error ?? faults.form}
        onChange={(event) => onChange(event.target.value)}
        end={
          left > 0 ? (
            <span className="field-wait">{left}秒后重新获取</span>
          ) : (
            <button type="button" className="link field-get" aria-disabled={sending} onClick={ask}>
              获取验证码
            </button>
          )
        }
      />
    </>
  )
}
