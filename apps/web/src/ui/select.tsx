import type { Ref, SelectHTMLAttributes } from 'react'
import './control.css'
import type { ControlSize } from './input.tsx'
import './select.css'

/** One of the choices; an empty value chooses none of the others, and its label stands there like a placeholder. */
export type Option<T extends string | number> = { value: T; label: string }

/** What a choice of one takes. */
export type SelectProps<T extends string | number> = Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  'size' | 'value' | 'onChange'
> & {
  size?: ControlSize
  value: T
  options: readonly Option<T>[]
  onChange: (value: T) => void
  ref?: Ref<HTMLSelectElement>
}

/** A choice of one, by the platform's own list. Its name comes from outside. */
export function Select<T extends string | number>(props: SelectProps<T>) {
  const { size = 'm', value, options, onChange, className = '', ...rest } = props
  const choose = (text: string) => {
    const chosen = options.find((option) => String(option.value) === text)
    if (chosen) onChange(chosen.value)
  }
  return (
    <select
      {...rest}
      className={`control control-${size} select ${className}`}
      value={value}
      onChange={(event) => choose(event.target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
