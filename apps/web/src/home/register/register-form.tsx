import { checkCompanyName } from '@moqi/domain/identity/company'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import type { TokenAnswer } from '../../client/companion.ts'
import { readRedirect } from '../../client/own-path.ts'
import { readInviteCode, startSession } from '../../client/session.ts'
import { hrefOf } from '../../router/leave.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { AgreementCheck } from '../../kit/account/agreement-check.tsx'
import { faultsOf, type FormFaults } from '../../kit/account/form-faults.ts'
import { NewPassword, passwordFaults } from '../../kit/account/new-password.tsx'
import { PhoneProofFields } from '../../kit/account/phone-proof-fields.tsx'
import { useFormFaults } from '../../kit/account/use-form-faults.ts'
import { type Proof, usePhoneProof } from '../../kit/account/use-phone-proof.ts'
import { UserNameField, userNameFault } from '../../kit/account/user-name-field.tsx'

const taken = '该手机号已注册，请直接登录'

/** A USB key that the account is to be bound to: the company it names, and what it answers when it is asked. */
type ByKey = { companyName: string; answer: () => Promise<TokenAnswer> }

/** The registration of a person, or of a company by its first member; signs in and goes where one wanted to go. */
export function RegisterForm({ userType, byKey }: { userType: 'person' | 'company'; byKey?: ByKey }) {
  const [companyName, setCompanyName] = useState(byKey?.companyName ?? '')
  const [userName, setUserName] = useState('')
  const [password, setPassword] = useState({ password: '', again: '' })
  const [agreed, setAgreed] = useState(false)
  const { form, faults, show, onInput } = useFormFaults()
  const proof = usePhoneProof('register', show)

  const check = (): FormFaults => ({
    ...(userType === 'company' && companyFault(companyName)),
    ...userNameFault(userName),
    ...proof.check(),
    ...passwordFaults(password, { userName: userName.trim(), phone: proof.plainPhone }),
    ...(!agreed && { agree: '请先阅读并同意协议' }),
  })
  const register = async ({ smsToken, registered }: Proof) => {
    if (registered === 1) return show({ phone: taken })
    const inviteCode = readInviteCode()
    const { token, device } = await call('register', {
      userType,
      userName: userName.trim(),
      phone: proof.plainPhone,
      smsToken,
      password: password.password,
      agree: 1,
      ...(userType === 'company' && { companyName: companyName.trim() }),
      ...(inviteCode && { inviteCode }),
      ...(byKey && (await byKey.answer())),
    })
    startSession(token, false, device)
    // What this page holds in memory ends with it.
    location.replace(hrefOf(readRedirect(location.search)))
    return new Promise<never>(() => {})
  }
  const { busy, submit } = useSubmit({ show, check, send: () => proof.prove(register), read: faultsOf })
  return (
    <form ref={form} className="register-form" noValidate onSubmit={submit} onInput={onInput}>
      <FormFault>{faults.form}</FormFault>
      {userType === 'company' && (
        <Field
          label="企业名称"
          name="companyName"
          autoComplete="organization"
          maxLength={100}
          placeholder="与营业执照一致"
          readOnly={byKey !== undefined}
          value={companyName}
          error={faults.companyName}
          onChange={(event) => setCompanyName(event.target.value)}
        />
      )}
      <UserNameField value={userName} error={faults.userName} onChange={setUserName} />
      <PhoneProofFields
        proof={proof}
        faults={faults}
        sentHint="短信已发出，5分钟内有效。如短信提示该手机号已注册，请直接登录。"
      />
      <NewPassword value={password} faults={faults} onChange={setPassword} />
      <AgreementCheck agreed={agreed} error={faults.agree} onChange={setAgreed} />
      <Button type="submit" variant="primary" size="xl" block busy={busy}>
        注册
      </Button>
    </form>
  )
}

function companyFault(text: string): FormFaults {
  if (text.trim() === '') return { companyName: '请输入企业名称' }
  const checked = checkCompanyName(text)
  return checked.ok ? {} : { companyName: checked.message }
}
