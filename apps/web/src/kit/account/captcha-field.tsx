import { RefreshCw } from 'lucide-react'
import { Field } from '../../ui/field.tsx'
import type { Captcha } from './use-captcha.ts'

type CaptchaFieldProps = {
  captcha: Captcha
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** 图形验证码 with its picture; a press on the picture brings another. */
export function CaptchaField({ captcha, value, error, onChange }: CaptchaFieldProps) {
  return (
    <Field
      label="图形验证码"
      name="captchaCode"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={10}
      placeholder="请输入右侧字符"
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
      end={
        <button type="button" className="captcha" aria-label="看不清，换一张验证码" onClick={captcha.refresh}>
          {captcha.captchaImg && <img src={captcha.captchaImg} width={96} height={38} alt="" />}
          <RefreshCw size={16} />
        </button>
      }
    />
  )
}
