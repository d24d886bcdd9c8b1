import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { CodeField } from '../account/code-field.tsx'
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
  const [sending, setSending] = useState(false)
  const ask = async () => {
    if (sending) return
    setSending(true)
    setFault('')
    try {
      const { phone, resendSeconds } = await call('getSmsVerificationCode', { scene })
      setSentTo(phone)
      startCountdown(resendSeconds)
    } catch (refusal) {
      if (refusal instanceof CallRefusal) setFault(refusal.message)
    }
    setSending(false)
  }
  return (
    <CodeField
      label={label}
      name="smsCode"
      value={value}
      error={error ?? (fault || undefined)}
      left={left}
      sending={sending}
      onChange={(typed) => onChange(typed.trim())}
      onAsk={() => void ask()}
      {...(sentTo && { hint: `验证码已发送至 ${sentTo}` })}
    />
  )
}
