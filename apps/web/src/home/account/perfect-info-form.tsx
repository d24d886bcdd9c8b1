import { checkUserName } from '@moqi/domain/account/user-name'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import '../login/login-page.css'
import { CodeField } from './code-field.tsx'
import { faultsOf, type FormFaults } from './form-faults.ts'
import { NewPassword, passwordFaults } from './new-password.tsx'
import { useFormFaults } from './use-form-faults.ts'
import { useMailCode } from './use-mail-code.ts'

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
  const checkedName = checkUserName(userName)

  const check = (): FormFaults => ({
    ...(lacks('userName') && !checkedName.ok && { userName: userName.trim() ? checkedName.message : '请输入账号' }),
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
      {lacks('userName') && (
        <Field
          label="账号"
          name="userName"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          placeholder="4–20位，以字母开头"
          value={userName}
          error={faults.userName}
          onChange={(event) => setUserName(event.target.value)}
        />
      )}
      {lacks('password') && <NewPassword label="登录密码" value={password} faults={faults} onChange={setPassword} />}
      {lacks('email') && <MailFields mail={mail} optional={!onlyMail} faults={faults} />}
      <div className="lean-acts">
        <Button type="submit" variant="primary" size="xl" busy={busy}>
          完成
        </Button>
      </div>
    </form>
  )
}

type MailFieldsProps = { mail: ReturnType<typeof useMailCode>; optional: boolean; faults: FormFaults }

/** The address; its code is asked for as soon as something is typed. */
function MailFields({ mail, optional, faults }: MailFieldsProps) {
  return (
    <>
      <Field
        label={optional ? '邮箱（选填）' : '邮箱'}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={100}
        placeholder="接收签署通知和发票"
        value={mail.email}
        error={faults.email}
        onChange={(event) => mail.setEmail(event.target.value)}
      />
      {mail.email.trim() !== '' && (
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
