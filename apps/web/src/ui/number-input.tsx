import { useState } from 'react'
import { Input, type InputProps } from './input.tsx'
import './number-input.css'

type NumberInputProps = Omit<InputProps, 'value' | 'onChange' | 'min' | 'max'> & {
  value: number | null
  min?: number
  max?: number
  /** With each number within the bounds, and null for none. */
  onChange: (value: number | null) => void
}

/** A number; one beyond its bounds is brought back to them when the field is left. Its name comes from outside. */
export function NumberInput({ value, min = -Infinity, max = Infinity, onChange, ...rest }: NumberInputProps) {
  const [typed, type] = useState<string | null>(null)
  const change = (text: string) => {
    type(text)
    const number = text === '' ? null : Number(text)
    if (number === null || (number >= min && number <= max)) onChange(number)
  }
  const leave = () => {
    type(null)
    if (typed === null || typed === '') return
    const bounded = Math.min(max, Math.max(min, Number(typed)))
    if (bounded !== value) onChange(bounded)
  }
  return (
    <Input
      step="any"
      {...rest}
      className="number-input"
      type="number"
      {...(Number.isFinite(min) && { min })}
      {...(Number.isFinite(max) && { max })}
      value={typed ?? value ?? ''}
      onChange={(event) => change(event.target.value)}
      onBlur={leave}
    />
  )
}
