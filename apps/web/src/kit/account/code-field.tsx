import { Field } from '../../ui/field.tsx'

type CodeFieldProps = {
  label: string
  name: string
  value: string
  error: string | undefined
  hint?: string | undefined
  /** Seconds until another code may be asked for. */
  left: number
  sending: boolean
  onChange: (value: string) => void
  onAsk: () => void
}

/** A six-digit code with the button that has it sent. */
export function CodeField({ left, sending, onChange, onAsk, ...field }: CodeFieldProps) {
  return (
    <Field
      {...field}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      placeholder="6位数字"
      onChange={(event) => onChange(event.target.value)}
      end={
        left > 0 ? (
          <span className="field-wait">{left}秒后重新获取</span>
        ) : (
          <button type="button" className="link field-get" aria-disabled={sending} onClick={onAsk}>
            获取验证码
          </button>
        )
      }
    />
  )
}
