import { checkPhone } from '@moqi/domain/identity/phone'
import { useRef, useState } from 'react'
import { call } from '../../client/call.ts'
import { useCaptcha } from './use-captcha.ts'
import { useCountdown } from './use-countdown.ts'
import { faultsOf, type FormFaults, smsCodeFault } from './form-faults.ts'

/** What a code was exchanged for; whether the phone has an account already. */
export type Proof = { smsToken: string; registered: 0 | 1 }

/** A phone on the way to being proved in a scene: captcha, code, token (checklist C4, C8). */
export function usePhoneProof(scene: 'register' | 'reset', show: (faults: FormFaults) => void) {
  const [phone, setPhone] = useState('')
  const [captchaCode, setCaptchaCode] = useState('')
  const [smsCode, setSmsCode] = useState('')
  const [sending, setSending] = useState(false)
  const [sent, setSent] = useState(false)
  const [left, startCountdown] = useCountdown()
  const captcha = useCaptcha(true)
  const proven = useRef<{ of: string; proof: Promise<Proof> } | null>(null)

  const checked = checkPhone(phone)
  const plainPhone = checked.ok ? checked.value : phone
  const phoneFault: FormFaults = checked.ok ? {} : { phone: checked.message }
  const send = async () => {
    setSending(true)
    try {
      const { captchaId } = captcha
      const answered = { phone: plainPhone, scene, captchaId, captchaCode: captchaCode.trim() }
      const { resendSeconds } = await call('getSmsCode', answered)
      setSent(true)
      startCountdown(resendSeconds)
      document.querySelector<HTMLElement>('[name="smsCode"]')?.focus()
    } catch (fault) {
      const found = faultsOf(fault)
      show(found.form === undefined ? found : { smsCode: found.form })
    }
    setSending(false)
    setCaptchaCode('')
    captcha.refresh()
  }
  const askForCode = () => {
    const faults = { ...phoneFault, ...(captchaCode.trim() === '' && { captchaCode: '请输入图形验证码' }) }
    show(faults)
    if (Object.keys(faults).length === 0 && !sending) void send()
  }
  /** What is wrong before the code is shown to the server. */
  const check = (): FormFaults => ({
    ...phoneFault,
    ...smsCodeFault(smsCode),
  })
  /** Exchanges the code for its token, once: a field that is refused later costs no second code. */
  const exchange = (): Promise<Proof> => {
    const of = `${plainPhone} ${smsCode.trim()}`
    if (proven.current?.of === of) return proven.current.proof
    const proof = call('checkSms', { phone: plainPhone, smsCode: smsCode.trim(), scene })
    proven.current = { of, proof }
    proof.catch(forget)
    return proof
  }
  const forget = () => {
    proven.current = null
  }
  /** Has `use` spend the token, which a refusal of the code or of the token ends. Throws as `call`. */
  const prove = async (use: (proof: Proof) => Promise<unknown>) => {
    try {
      await use(await exchange())
    } catch (fault) {
      if (faultsOf(fault).smsCode) forget()
      throw fault
    }
  }
  return {
    phone,
    plainPhone,
    captcha,
    captchaCode,
    smsCode,
    sending,
    sent,
    left,
    setPhone,
    setCaptchaCode,
    setSmsCode,
    askForCode,
    check,
    prove,
  }
}
/** What `usePhoneProof` answers. */
export type PhoneProof = ReturnType<typeof usePhoneProof>
