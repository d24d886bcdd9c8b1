import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { useCountdown } from './use-countdown.ts'
import { CodeField } from './code-field.tsx'

type OwnCodeFieldProps = {
  scene: 'password' | 'phone' | 'pin' | 'mail' | 'close' | 'transfer' | 'key' | 'export' | 'closeCompany' | 'network'
  label?: string
  /** Stands there until a code is on its way. */
  hint?: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A code to one's own phone, asked for by a press: nothing is sent before somebody wants it. */
export function OwnCodeField({ scene, label = '短信验证码', hint, value, error, onChange }: OwnCodeFieldProps) {
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
      onChange={(typed) => {
        setFault('')
        onChange(typed.trim())
      }}
      onAsk={() => void ask()}
      hint={sentTo ? `验证码已发送至 ${sentTo}` : hint}
    />
  )
}
