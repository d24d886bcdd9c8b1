import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { Field } from '../../ui/field.tsx'
import { useCountdown } from '../login/use-countdown.ts'

type OwnCodeFieldProps = {
  scene: 'password' | 'phone' | 'pin' | 'close'
  label?: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A code to one's own phone, asked for by a press: nothing is sent before somebody wants it. */
export function OwnCodeField({ scene, label = '短信验证码', value, error, onChange }: OwnCodeFieldProps) {
  const [left, startCountdown] = useCountdown()
  const [sentTo, setSentTo] = useState('')
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (busy) return
    setBusy(true)
    setFault('')
    try {
      const { phone, resendSeconds } = await call('getSmsVerificationCode', { scene })
      setSentTo(phone)
      startCountdown(resendSeconds)
    } catch (refusal) {
      if (refusal instanceof CallRefusal) setFault(refusal.message)
    }
    setBusy(false)
  }
  return (
    <Field
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      placeholder="6位数字"
      value={value}
      error={error || fault}
      {...(sentTo && { hint: `验证码已发送至 ${sentTo}` })}
      onChange={(event) => onChange(event.target.value.replace(/\D/g, ''))}
      end={
        left > 0 ? (
          <span className="field-wait">{left}秒后重新获取</span>
        ) : (
          <button type="button" className="link field-get" aria-disabled={busy} onClick={() => void send()}>
            获取验证码
          </button>
        )
      }
    />
  )
}
