import { useState } from 'react'
import { call } from '../../client/call.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { NewPassword, passwordFaults } from '../../kit/account/new-password.tsx'
import { OwnCodeField } from '../../kit/account/own-code-field.tsx'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import { SettingSheet } from './setting-sheet.tsx'

type PasswordSheetProps = { hasPassword: boolean; onDone: () => void; onClose: () => void }
type FieldName = 'oldPassword' | 'smsCode' | 'password' | 'again'

/** A new password, by the old one or by a code to the phone. */
export function PasswordSheet({ hasPassword, onDone, onClose }: PasswordSheetProps) {
  const [byCode, setByCode] = useState(!hasPassword)
  const [oldPassword, setOldPassword] = useState('')
  const [smsCode, setSmsCode] = useState('')
  const [typed, setTyped] = useState({ password: '', again: '' })
  const { password } = typed
  const check = (): Partial<Record<FieldName, string>> => ({
    ...(byCode && smsCode.length !== 6 && { smsCode: '请输入6位短信验证码' }),
    ...(!byCode && oldPassword === '' && { oldPassword: '请输入原密码' }),
    ...passwordFaults(typed, {}),
  })
  const { faultOf, ...sheet } = useSheetForm<FieldName, null>({
    check,
    send: () => call('changePassword', { password, ...(byCode ? { smsCode } : { oldPassword }) }),
    onDone,
    otherwise: byCode ? 'smsCode' : 'oldPassword',
  })
  const pick = (field: 'password' | 'again') => {
    const fault = faultOf(field)
    return fault === undefined ? {} : { [field]: fault }
  }
  return (
    <SettingSheet title={hasPassword ? '修改登录密码' : '设置登录密码'} confirm="确定" sheet={sheet} onClose={onClose}>
      {byCode ? (
        <OwnCodeField scene="password" value={smsCode} error={faultOf('smsCode')} onChange={setSmsCode} />
      ) : (
        <PasswordField
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
      <NewPassword
        label="新密码"
        value={typed}
        faults={{ ...pick('password'), ...pick('again') }}
        onChange={setTyped}
      />
    </SettingSheet>
  )
}
