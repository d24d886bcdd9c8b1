import { checkEmail } from '@moqi/domain/identity/email'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { info } from '../../ui/toast-store.ts'
import { useCountdown } from './use-countdown.ts'
import { faultsOf, type FormFaults } from './form-faults.ts'

/** What `useMailCode` answers. */
export type MailCode = ReturnType<typeof useMailCode>

/** A mail address on the way to being proved by a code (checklist C15). */
export function useMailCode(show: (faults: FormFaults) => void) {
  const [email, setEmail] = useState('')
  const [emailCode, setEmailCode] = useState('')
  const [sending, setSending] = useState(false)
  const [left, startCountdown] = useCountdown()

  const checked = checkEmail(email)
  const plainEmail = checked.ok ? checked.value : email.trim()
  const emailFault: FormFaults = checked.ok ? {} : { email: email.trim() === '' ? '请输入邮箱' : checked.message }
  const send = async () => {
    setSending(true)
    try {
      const { resendSeconds } = await call('emailCode', { email: plainEmail, _t: String(Date.now()) })
      startCountdown(resendSeconds)
      info('验证码已发送，请查收邮件')
      requestAnimationFrame(() => document.querySelector<HTMLElement>('[name="emailCode"]')?.focus())
    } catch (fault) {
      const found = faultsOf(fault)
      show(found.form === undefined ? found : { email: found.form })
    }
    setSending(false)
  }
  const askForCode = () => {
    show(emailFault)
    if (checked.ok && !sending) void send()
  }
  const check = (): FormFaults => ({
    ...emailFault,
    ...(!/^\d{6}$/.test(emailCode.trim()) && { emailCode: '请输入6位邮箱验证码' }),
  })
  return { email, plainEmail, emailCode, sending, left, setEmail, setEmailCode, askForCode, check }
}
