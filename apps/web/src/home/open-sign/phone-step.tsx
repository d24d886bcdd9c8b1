import { checkPhone } from '@moqi/domain/identity/phone'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'
import { forgetSpace, startSession } from '../../client/session.ts'
import { useSpace } from '../../client/space-store.ts'
import { AgreementCheck } from '../../kit/account/agreement-check.tsx'
import { CaptchaField } from '../../kit/account/captcha-field.tsx'
import { PhoneField } from '../../kit/account/phone-field.tsx'
import { useCaptcha } from '../../kit/account/use-captcha.ts'
import { useCountdown } from '../../kit/account/use-countdown.ts'
import { useSecondStep } from '../../kit/second-step/use-second-step.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { FlowFrame } from './flow-frame.tsx'

type Faults = Partial<Record<'phone' | 'captcha' | 'smsCode' | 'agree' | 'form', string>>

/** Proves a phone of one's own choice by a code, whose sending a captcha guards; a phone without account gets one. */
export function PhoneStep({ onEntered }: { onEntered: () => void }) {
  const [phone, setPhone] = useState('')
  const [captchaCode, setCaptchaCode] = useState('')
  const [smsCode, setSmsCode] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const [left, startCountdown] = useCountdown()
  const captcha = useCaptcha(true)
  const { guard, second } = useSecondStep()
  const checked = checkPhone(phone)
  const phoneFault: Faults = checked.ok ? {} : { phone: checked.message }
  const plain = checked.ok ? checked.value : phone
  const sending = useMutation({
    mutationFn: () =>
      call('getVerificationCode', { phone: plain, captchaId: captcha.captchaId, captchaCode: captchaCode.trim() }),
    onSuccess: ({ resendSeconds }) => startCountdown(resendSeconds),
    onError: (error) => setFaults(faultsOf(error)),
    onSettled: () => {
      setCaptchaCode('')
      captcha.refresh()
    },
  })
  const entering = useMutation({
    mutationFn: () => guard(call('loginByVerificationCode', { phone: plain, smsCode: smsCode.trim(), agree: 1 })),
    onSuccess: ({ token, device }) => {
      // What is kept here may be another account's.
      forgetSpace()
      useSpace.setState({ current: null })
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'signCode' })
      startSession(token, false, device)
      onEntered()
    },
    onError: (error) => setFaults(faultsOf(error)),
  })
  const send = () => {
    const found = { ...phoneFault, ...(captchaCode.trim() === '' && { captcha: '请输入图形验证码' }) }
    setFaults(found)
    if (Object.keys(found).length === 0 && !sending.isPending) sending.mutate()
  }
  const enter = (event: FormEvent) => {
    event.preventDefault()
    const found: Faults = {
      ...phoneFault,
      ...(!/^\d{6}$/.test(smsCode.trim()) && { smsCode: '请输入6位短信验证码' }),
      ...(!agreed && { agree: '请先阅读并同意协议' }),
    }
    setFaults(found)
    if (Object.keys(found).length === 0 && !entering.isPending) entering.mutate()
  }
  return (
    <FlowFrame step="1 / 3">
      <h1>验证手机号</h1>
      <p className="lean-sub">合同以此手机号签署，签过的合同可随时登录查看。</p>
      <form className="os-phone" noValidate onSubmit={enter}>
        <FormFault>{faults.form}</FormFault>
        <PhoneField value={phone} error={faults.phone} onChange={setPhone} />
        <CaptchaField captcha={captcha} value={captchaCode} error={faults.captcha} onChange={setCaptchaCode} />
        <Field
          label="短信验证码"
          name="smsCode"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          placeholder="6位数字"
          value={smsCode}
          error={faults.smsCode}
          onChange={(event) => setSmsCode(event.target.value)}
          end={
            left > 0 ? (
              <span className="field-wait">{left}秒后重新获取</span>
            ) : (
              <button type="button" className="link field-get" aria-disabled={sending.isPending} onClick={send}>
                获取验证码
              </button>
            )
          }
        />
        <div className="os-acts">
          <AgreementCheck agreed={agreed} error={faults.agree} onChange={setAgreed} />
          <Button type="submit" size="xl" variant="primary" block busy={entering.isPending}>
            下一步
          </Button>
        </div>
      </form>
      {second}
    </FlowFrame>
  )
}

/** A refusal beside the field that it is about. */
function faultsOf(error: unknown): Faults {
  if (!(error instanceof CallRefusal)) return { form: '网络异常，请检查网络后重试' }
  if (error.reason === 'account/captcha-wrong') return { captcha: error.message }
  if (error.reason === 'account/code-wrong') return { smsCode: error.message }
  return { form: error.message }
}
