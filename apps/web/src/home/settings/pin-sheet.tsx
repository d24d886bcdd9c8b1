import { checkPin } from '@moqi/domain/account/user-name'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { OwnCodeField } from '../../kit/account/own-code-field.tsx'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import { SettingSheet } from './setting-sheet.tsx'

type FieldName = 'smsCode' | 'pin' | 'again'

/** The signing PIN (签署密码): six digits that prove the will instead of a code by SMS. */
export function PinSheet({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [smsCode, setSmsCode] = useState('')
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const check = (): Partial<Record<FieldName, string>> => {
    const shape = checkPin(pin)
    return {
      ...(smsCode.length !== 6 && { smsCode: '请输入6位短信验证码' }),
      ...(!shape.ok && { pin: shape.message }),
      ...(shape.ok && again !== pin && { again: '两次输入的签署密码不一致' }),
    }
  }
  const { faultOf, ...sheet } = useSheetForm<FieldName, null>({
    check,
    send: () => call('setPin', { smsCode, pin }),
    onDone,
    otherwise: 'smsCode',
  })
  const digits = { inputMode: 'numeric', autoComplete: 'off', maxLength: 6 } as const
  return (
    <SettingSheet title="签署密码" confirm="确定" sheet={sheet} onClose={onClose}>
      <p className="muted">
        签署合同时可用签署密码代替短信验证码，双重认证时两项都要输入。连续输错5次将锁定30分钟，请勿告知他人。
      </p>
      <OwnCodeField scene="pin" value={smsCode} error={faultOf('smsCode')} onChange={setSmsCode} />
      <PasswordField
        {...digits}
        label="签署密码"
        placeholder="6位数字，不能是连续或相同的数字"
        value={pin}
        error={faultOf('pin')}
        onChange={(event) => setPin(event.target.value.replace(/\D/g, ''))}
      />
      <PasswordField
        {...digits}
        label="再次输入签署密码"
        value={again}
        error={faultOf('again')}
        onChange={(event) => setAgain(event.target.value.replace(/\D/g, ''))}
      />
    </SettingSheet>
  )
}
