import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import './control.css'
import './input.css'

/** `l` where a page asks for little else, `m` among other controls, `s` in a row of a list. */
export type ControlSize = 's' | 'm' | 'l'

/** What an input takes: the browser's own attributes, and what stands inside its box. */
export type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> & {
  size?: ControlSize | undefined
  /** An icon before what is typed. */
  start?: ReactNode
  /** What the number or text is of: `mm`, `.pdf`. */
  unit?: string
  /** Buttons at the right. */
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A line of text in a box, red while it is `aria-invalid`. Its name comes from outside. */
export function Input({ size = 'm', start, unit, end, className = '', style, ...rest }: InputProps) {
  return (
    <span className={`control control-${size} input ${className}`} style={style}>
      {start && <span className="input-start">{start}</span>}
      <input {...rest} />
      {unit && <span className="input-unit">{unit}</span>}
      {end}
    </span>
  )
}
