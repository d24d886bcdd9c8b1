import { CaptchaField } from './captcha-field.tsx'
import { CodeField } from './code-field.tsx'
import type { FormFaults } from './form-faults.ts'
import { PhoneField } from './phone-field.tsx'
import type { PhoneProof } from './use-phone-proof.ts'

type PhoneProofFieldsProps = { proof: PhoneProof; faults: FormFaults; sentHint: string }

/** 手机号, 图形验证码, 短信验证码; `sentHint` says what to expect once a message is on its way. */
export function PhoneProofFields({ proof, faults, sentHint }: PhoneProofFieldsProps) {
  return (
    <>
      <PhoneField value={proof.phone} error={faults.phone} onChange={proof.setPhone} />
      <CaptchaField
        captcha={proof.captcha}
        value={proof.captchaCode}
        error={faults.captchaCode}
        onChange={proof.setCaptchaCode}
      />
      <CodeField
        label="短信验证码"
        name="smsCode"
        value={proof.smsCode}
        error={faults.smsCode}
        left={proof.left}
        sending={proof.sending}
        onChange={proof.setSmsCode}
        onAsk={proof.askForCode}
        {...(proof.sent && { hint: sentHint })}
      />
    </>
  )
}
