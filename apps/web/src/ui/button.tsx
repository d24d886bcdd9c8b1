import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react'
import { hrefOf, leaveFor } from '../router/leave.ts'
import './button.css'

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
  const follow = (event: MouseEvent) => {
    // A new tab or window, a download, a menu: the browser's own business.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    leaveFor(to)
  }
  return (
    <a href={hrefOf(to)} className={classes(look)} onClick={follow}>
      {children}
    </a>
  )
}
