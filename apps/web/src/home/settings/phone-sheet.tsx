import { checkPhone } from '@moqi/domain/identity/phone'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { config, supportHours } from '../../client/config.ts'
import { CodeField } from '../../kit/account/code-field.tsx'
import { OwnCodeField } from '../../kit/account/own-code-field.tsx'
import { PhoneField } from '../../kit/account/phone-field.tsx'
import { CaptchaField } from '../../kit/account/captcha-field.tsx'
import { useCaptcha } from '../../kit/account/use-captcha.ts'
import { useCountdown } from '../../kit/account/use-countdown.ts'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import { SettingSheet } from './setting-sheet.tsx'

type PhoneSheetProps = { phone: string; onDone: (phone: string) => void; onClose: () => void }
type FieldName = 'smsCode' | 'phone' | 'captcha' | 'phoneCode'

/** Another phone, by a code to the present one and one to the new one. */
export function PhoneSheet({ phone: present, onDone, onClose }: PhoneSheetProps) {
  const [smsCode, setSmsCode] = useState('')
  const [phone, setPhone] = useState('')
  const [phoneCode, setPhoneCode] = useState('')
  const asking = useNewPhoneCode(phone)
  // Of a number that went to somebody else nothing is left to show, and no code to ask for.
  const hasPresent = /\d/.test(present)
  const check = (): Partial<Record<FieldName, string>> => {
    const shape = checkPhone(phone)
    return {
      ...(hasPresent && smsCode.length !== 6 && { smsCode: '请输入当前手机收到的6位验证码' }),
      ...(!shape.ok && { phone: shape.message }),
      ...(phoneCode.length !== 6 && { phoneCode: '请输入新手机收到的6位验证码' }),
    }
  }
  const { faultOf, ...sheet } = useSheetForm<FieldName, { phone: string }>({
    check,
    send: () => call('changePhone', { smsCode, phone, phoneCode }),
    onDone: (answer) => onDone(answer.phone),
    otherwise: 'phone',
  })
  return (
    <SettingSheet title="更换手机号" confirm="确定更换" sheet={sheet} onClose={onClose}>
      {hasPresent && (
        <OwnCodeField
          scene="phone"
          label={`当前手机 ${present} 的验证码`}
          value={smsCode}
          error={faultOf('smsCode')}
          onChange={setSmsCode}
        />
      )}
      <PhoneField label="新手机号" value={phone} error={faultOf('phone') ?? asking.faults.phone} onChange={setPhone} />
      <CaptchaField
        captcha={asking.captcha}
        value={asking.captchaCode}
        error={asking.faults.captcha}
        onChange={asking.setCaptchaCode}
      />
      <CodeField
        label="新手机验证码"
        name="phoneCode"
        value={phoneCode}
        error={faultOf('phoneCode')}
        left={asking.left}
        sending={asking.busy}
        onChange={(typed) => setPhoneCode(typed.trim())}
        onAsk={asking.ask}
      />
      {config.supportPhone && (
        <p className="small muted">
          当前手机号已停用时，请携带身份证明联系客服 {config.supportPhone}（{supportHours}）。
        </p>
      )}
    </SettingSheet>
  )
}

/** The code to the new phone: a captcha guards its sending. */
function useNewPhoneCode(phone: string) {
  const captcha = useCaptcha(true)
  const [captchaCode, setCaptchaCode] = useState('')
  const [faults, setFaults] = useState<{ phone?: string; captcha?: string }>({})
  const [busy, setBusy] = useState(false)
  const [left, startCountdown] = useCountdown()
  const send = async (checked: string) => {
    setBusy(true)
    try {
      const answered = { phone: checked, captchaId: captcha.captchaId, captchaCode: captchaCode.trim() }
      startCountdown((await call('getNewPhoneCode', answered)).resendSeconds)
    } catch (refusal) {
      if (refusal instanceof CallRefusal) setFaults({ [refusal.code === 428 ? 'captcha' : 'phone']: refusal.message })
    }
    setBusy(false)
    setCaptchaCode('')
    captcha.refresh()
  }
  const ask = () => {
    const shape = checkPhone(phone)
    const found = {
      ...(!shape.ok && { phone: shape.message }),
      ...(captchaCode.trim() === '' && { captcha: '请输入图形验证码' }),
    }
    setFaults(found)
    if (shape.ok && Object.keys(found).length === 0 && !busy) void send(shape.value)
  }
  return { captcha, captchaCode, setCaptchaCode, faults, busy, left, ask }
}
