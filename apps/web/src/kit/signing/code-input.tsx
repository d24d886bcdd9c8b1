import type { Ref } from 'react'
import { codeDigits } from './will.ts'
import './code-input.css'

type CodeInputProps = {
  id?: string
  value: string
  fault: string
  /** Shows dots: a PIN is nobody else's business. */
  secret?: boolean
  onChange: (code: string) => void
  ref?: Ref<HTMLInputElement>
}

/** Six boxes over one input, so that a phone can fill in the code from the message. */
export function CodeInput({ id = 'sign-code', value, fault, secret = false, onChange, ref }: CodeInputProps) {
  return (
    <>
      <div className={fault ? 'otp bad' : 'otp'}>
        <input
          id={id}
          ref={ref}
          data-first
          inputMode="numeric"
          type={secret ? 'password' : 'text'}
          autoComplete={secret ? 'off' : 'one-time-code'}
          aria-invalid={fault !== ''}
          aria-describedby={`${id}-fault`}
          value={value}
          onChange={(event) => onChange(codeDigits(event.target.value))}
        />
        {Array.from({ length: 6 }, (_, index) => (
          <span key={index} aria-hidden="true" className={index === value.length ? 'now' : ''}>
            {secret && index < value.length ? '●' : value[index]}
          </span>
        ))}
      </div>
      <p id={`${id}-fault`} className="field-error" role="alert">
        {fault}
      </p>
    </>
  )
}
