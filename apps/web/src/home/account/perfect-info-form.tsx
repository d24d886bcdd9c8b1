import { useState } from 'react'
import { call } from '../../client/call.ts'
import { Button } from '../../ui/button.tsx'
import { FormFault } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { faultsOf, type FormFaults } from '../../kit/account/form-faults.ts'
import { MailCodeFields } from '../../kit/account/mail-code-fields.tsx'
import { NewPassword, passwordFaults } from '../../kit/account/new-password.tsx'
import { useFormFaults } from '../../kit/account/use-form-faults.ts'
import { useMailCode } from '../../kit/account/use-mail-code.ts'
import { UserNameField, userNameFault } from '../../kit/account/user-name-field.tsx'

type Missing = 'userName' | 'password' | 'email'
type PerfectInfoFormProps = { missing: readonly Missing[]; onCompleted: () => Promise<void> }

/** User name, password and, if one likes, a mail address: as far as the account lacks them. */
export function PerfectInfoForm({ missing, onCompleted }: PerfectInfoFormProps) {
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState({ password: '', again: '' })
  const { form, faults, show, onInput } = useFormFaults()
  const mail = useMailCode(show)
  const lacks = (field: Missing) => missing.includes(field)
  const onlyMail = !lacks('userName') && !lacks('password')
  const withMail = lacks('email') && (onlyMail || mail.email.trim() !== '')

  const check = (): FormFaults => ({
    ...(lacks('userName') && userNameFault(userName)),
    ...(lacks('password') && passwordFaults(password, { userName: userName.trim() })),
    ...(withMail && mail.check()),
  })
  const complete = async () => {
    await call('perfectInfo', {
      ...(lacks('userName') && { userName: userName.trim() }),
      ...(lacks('password') && { password: password.password }),
      ...(withMail && { email: mail.plainEmail, emailCode: mail.emailCode.trim() }),
    })
    await onCompleted()
  }
  const { busy, submit } = useSubmit({ show, check, send: complete, read: faultsOf })
  return (
    <form ref={form} className="card lean-form" noValidate onSubmit={submit} onInput={onInput}>
      <FormFault>{faults.form}</FormFault>
      {lacks('userName') && <UserNameField value={userName} error={faults.userName} onChange={setUserName} />}
      {lacks('password') && <NewPassword label="登录密码" value={password} faults={faults} onChange={setPassword} />}
      {lacks('email') && (
        <MailCodeFields
          label={onlyMail ? '邮箱' : '邮箱（选填）'}
          placeholder="接收签署通知和发票"
          mail={mail}
          faults={faults}
          codeLater
        />
      )}
      <div className="lean-acts">
        <Button type="submit" variant="primary" size="xl" busy={busy}>
          完成
        </Button>
      </div>
    </form>
  )
}
