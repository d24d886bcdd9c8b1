import { CodeField } from './code-field.tsx'
import type { FormFaults } from './form-faults.ts'
import { MailField } from './mail-field.tsx'
import type { MailCode } from './use-mail-code.ts'

type MailCodeFieldsProps = {
  label: string
  placeholder: string
  mail: MailCode
  faults: FormFaults
  /** The code's field comes as soon as an address is typed, not before. */
  codeLater?: boolean
}

/** A mail address and the code that proves it. */
export function MailCodeFields({ label, placeholder, mail, faults, codeLater = false }: MailCodeFieldsProps) {
  return (
    <>
      <MailField
        label={label}
        placeholder={placeholder}
        value={mail.email}
        error={faults.email}
        onChange={mail.setEmail}
      />
      {(!codeLater || mail.email.trim() !== '') && (
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
      )}
    </>
  )
}
