import type { ButtonHTMLAttributes, ReactNode } from 'react'
import './button.css'
import { OwnLink } from './own-link.tsx'

/** `primary` moves on, `seal` signs (once per screen), `plain` everything else, `quiet` in bars, `danger` refuses. */
type ButtonVariant = 'primary' | 'seal' | 'plain' | 'quiet' | 'danger'
type Look = { variant?: ButtonVariant; size?: 's' | 'm' | 'l' | 'xl'; block?: boolean; className?: string }
type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & Look & { busy?: boolean }

const classes = ({ variant = 'plain', size = 'm', block = false, className = '' }: Look) =>
  ['btn', `btn-${variant}`, `btn-${size}`, block && 'btn-block', className].filter(Boolean).join(' ')

/** A button; while `busy` it keeps the focus, shows that it works and ignores presses. */
export function Button({ variant, size, block, className, busy = false, onClick, children, ...rest }: ButtonProps) {
  const look: Look = { ...(variant && { variant }), ...(size && { size }), ...(block && { block }) }
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
      className={classes({ ...look, ...(className && { className }) })}
    >
      {busy && <i className="btn-busy" aria-hidden="true" />}
      {children}
    </button>
  )
}

/** A link inside the application that looks like a button; it needs no router around it. */
export function ButtonLink({ to, children, ...look }: Look & { to: string; children: ReactNode }) {
  return (
    <OwnLink to={to} className={classes(look)}>
      {children}
    </OwnLink>
  )
}
