import { useState } from 'react'
import { call } from '../../client/call.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import '../login/login-page.css'
import { useCountdown } from '../login/use-countdown.ts'
import { CodeField } from './code-field.tsx'
import { faultsOf, type FormFaults } from './form-faults.ts'
import { useFormFaults } from './use-form-faults.ts'
import { useMailCode } from './use-mail-code.ts'

type BindEmailFormProps = {
  /** The bound address, masked; another one needs the phone too. */
  email: string | null
  /** Masked. */
  phone: string
  onBound: () => Promise<void>
  onCancel: () => void
}

/** The new address with its code and, when one is bound already, a code sent to the phone. */
export function BindEmailForm({ email, phone, onBound, onCancel }: BindEmailFormProps) {
  const { form, faults, show, onInput } = useFormFaults()
  const mail = useMailCode(show)
  const sms = usePhoneCode(show)
  const check = (): FormFaults => ({ ...mail.check(), ...(email !== null && sms.check()) })
  const bind = async () => {
    const { plainEmail, emailCode } = mail
    const smsCode = email === null ? {} : { smsCode: sms.smsCode.trim() }
    await call('bindEmail', { email: plainEmail, emailCode: emailCode.trim(), ...smsCode })
    await onBound()
  }
  const { busy, submit } = useSubmit({ show, check, send: bind, read: faultsOf })
  return (
    <form ref={form} className="card lean-form" noValidate onSubmit={submit} onInput={onInput}>
      <FormFault>{faults.form}</FormFault>
      {email !== null && (
        <p className="now-mail">
          <span>当前邮箱</span>
          <b>{email}</b>
        </p>
      )}
      <Field
        label={email === null ? '邮箱' : '新邮箱'}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={100}
        placeholder="请输入邮箱"
        value={mail.email}
        error={faults.email}
        onChange={(event) => mail.setEmail(event.target.value)}
      />
      <CodeField
        label="邮箱验证码"
        name="emailCode"
        value={mail.emailCode}
        error={faults.emailCode}
        left={mail.left}
        sending={mail.sending}
        onChange={mail.setEmailCode}
        onAsk={mail.askForCode}
        hint="验证码10分钟内有效。没有收到时，请查看垃圾邮件。"
      />
      {email !== null && (
        <CodeField
          label="短信验证码"
          name="smsCode"
          value={sms.smsCode}
          error={faults.smsCode}
          left={sms.left}
          sending={sms.sending}
          onChange={sms.setSmsCode}
          onAsk={sms.askForCode}
          hint={`更换邮箱需验证手机，短信发送至 ${phone}。`}
        />
      )}
      <div className="lean-acts">
        <Button size="xl" onClick={onCancel}>
          取消
        </Button>
        <Button type="submit" variant="primary" size="xl" busy={busy}>
          确定
        </Button>
      </div>
    </form>
  )
}

/** The code that goes to the own phone. */
function usePhoneCode(show: (faults: FormFaults) => void) {
  const [smsCode, setSmsCode] = useState('')
  const [sending, setSending] = useState(false)
  const [left, startCountdown] = useCountdown()
  const send = async () => {
    setSending(true)
    try {
      const { resendSeconds } = await call('getSmsVerificationCode', { scene: 'mail' })
      startCountdown(resendSeconds)
    } catch (fault) {
      const { form } = faultsOf(fault)
      if (form) show({ smsCode: form })
    }
    setSending(false)
  }
  return {
    smsCode,
    sending,
    left,
    setSmsCode,
    askForCode: () => {
      if (!sending) void send()
    },
    check: (): FormFaults => (/^\d{6}$/.test(smsCode.trim()) ? {} : { smsCode: '请输入6位短信验证码' }),
  }
}
