import { useState } from 'react'
import { call } from '../../client/call.ts'
import { Button } from '../../ui/button.tsx'
import { FormFault } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { faultsOf, type FormFaults, smsCodeFault } from '../../kit/account/form-faults.ts'
import { MailCodeFields } from '../../kit/account/mail-code-fields.tsx'
import { OwnCodeField } from '../../kit/account/own-code-field.tsx'
import { useFormFaults } from '../../kit/account/use-form-faults.ts'
import { useMailCode } from '../../kit/account/use-mail-code.ts'

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
  const [smsCode, setSmsCode] = useState('')
  const { form, faults, show, onInput } = useFormFaults()
  const mail = useMailCode(show)
  const check = (): FormFaults => ({ ...mail.check(), ...(email !== null && smsCodeFault(smsCode)) })
  const bind = async () => {
    const { plainEmail, emailCode } = mail
    await call('bindEmail', {
      email: plainEmail,
      emailCode: emailCode.trim(),
      ...(email !== null && { smsCode }),
    })
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
      <MailCodeFields label={email === null ? '邮箱' : '新邮箱'} placeholder="请输入邮箱" mail={mail} faults={faults} />
      {email !== null && (
        <OwnCodeField
          scene="mail"
          hint={`更换邮箱需验证手机，短信发送至 ${phone}。`}
          value={smsCode}
          error={faults.smsCode}
          onChange={setSmsCode}
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
