import type { InputHTMLAttributes } from 'react'
import './switch.css'

type SwitchProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> & {
  checked: boolean
  onChange: (checked: boolean) => void
}

/** On or off, at once; its name comes from outside. */
export function Switch({ onChange, ...rest }: SwitchProps) {
  return (
    <input
      {...rest}
      type="checkbox"
      role="switch"
      className="switch"
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
