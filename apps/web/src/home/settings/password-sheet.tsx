import { checkPassword } from '@moqi/domain/account/password'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { OwnCodeField } from './own-code-field.tsx'
import { SecretField } from './secret-field.tsx'
import { useSheetForm } from './use-sheet-form.ts'

type PasswordSheetProps = { hasPassword: boolean; onDone: () => void; onClose: () => void }
type FieldName = 'oldPassword' | 'smsCode' | 'password' | 'again'

/** A new password, by the old one or by a code to the phone. */
export function PasswordSheet({ hasPassword, onDone, onClose }: PasswordSheetProps) {
  const [byCode, setByCode] = useState(!hasPassword)
  const [oldPassword, setOldPassword] = useState('')
  const [smsCode, setSmsCode] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const check = (): Partial<Record<FieldName, string>> => {
    const shape = checkPassword(password)
    return {
      ...(byCode && smsCode.length !== 6 && { smsCode: '请输入6位短信验证码' }),
      ...(!byCode && oldPassword === '' && { oldPassword: '请输入原密码' }),
      ...(!shape.ok && { password: shape.message }),
      ...(shape.ok && again !== password && { again: '两次密码输入不一致' }),
    }
  }
  const { form, faultOf, submit, busy } = useSheetForm<FieldName, null>({
    check,
    send: () => call('changePassword', { password, ...(byCode ? { smsCode } : { oldPassword }) }),
    onDone,
    otherwise: byCode ? 'smsCode' : 'oldPassword',
  })
  return (
    <Sheet
      title={hasPassword ? '修改登录密码' : '设置登录密码'}
      width={440}
      onClose={onClose}
      footer={
        <Button variant="primary" size="xl" block busy={busy} onClick={() => submit()}>
          确定
        </Button>
      }
    >
      <form ref={form} className="set-form" noValidate onSubmit={submit}>
        {byCode ? (
          <OwnCodeField scene="password" value={smsCode} error={faultOf('smsCode')} onChange={setSmsCode} />
        ) : (
          <SecretField
            label="原密码"
            autoComplete="current-password"
            maxLength={128}
            value={oldPassword}
            error={faultOf('oldPassword')}
            onChange={(event) => setOldPassword(event.target.value)}
          />
        )}
        {hasPassword && (
          <p className="set-switch">
            <button type="button" className="link" onClick={() => setByCode(!byCode)}>
              {byCode ? '用原密码验证' : '忘记原密码，用短信验证'}
            </button>
          </p>
        )}
        <SecretField
          label="新密码"
          autoComplete="new-password"
          maxLength={20}
          placeholder="8-20位，大小写字母、数字、特殊字符中的三种"
          value={password}
          error={faultOf('password')}
          onChange={(event) => setPassword(event.target.value)}
        />
        <SecretField
          label="再次输入新密码"
          autoComplete="new-password"
          maxLength={20}
          value={again}
          error={faultOf('again')}
          onChange={(event) => setAgain(event.target.value)}
        />
        <button hidden type="submit" />
      </form>
    </Sheet>
  )
}
