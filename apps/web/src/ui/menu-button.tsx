import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import './menu-button.css'
import { useDismiss } from './use-dismiss.ts'

/** One entry of a menu. */
export type MenuItem = { key: string; label: string; danger?: boolean; disabled?: boolean; onPress: () => void }
type MenuButtonProps = { label: string; className?: string; items: readonly MenuItem[]; children: ReactNode }

/** A button with a menu: arrow keys walk it, Escape closes it. It floats clear of whatever clips its surroundings. */
export function MenuButton({ label, className = 'link icon-link', items, children }: MenuButtonProps) {
  const [place, setPlace] = useState<{ top: number; right: number } | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => setPlace(null)
  const box = useDismiss<HTMLSpanElement>(place !== null, close)
  const open = () => {
    const rect = opener.current?.getBoundingClientRect()
    if (!rect) return
    const height = items.length * 40 + 12
    const below = rect.bottom + 4 + height < innerHeight
    setPlace({ top: below ? rect.bottom + 4 : Math.max(8, rect.top - height - 4), right: innerWidth - rect.right })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      close()
      opener.current?.focus()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const entries = [...(box.current?.querySelectorAll<HTMLElement>('[role="menuitem"]:enabled') ?? [])]
    const now = entries.findIndex((entry) => entry === document.activeElement)
    const next = event.key === 'ArrowDown' ? now + 1 : now - 1
    entries.at(next % entries.length)?.focus()
  }
  return (
    <span className="menu-button" ref={box} onKeyDown={onKeyDown}>
      <button
        ref={opener}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={place !== null}
        onClick={() => (place ? close() : open())}
      >
        {children}
      </button>
      {place && (
        <span className="menu" role="menu" aria-label={label} style={place}>
          {items.map(({ key, label: text, danger, disabled, onPress }) => (
            <button
              key={key}
              type="button"
              role="menuitem"
              className={danger ? 'danger' : ''}
              disabled={disabled}
              ref={(node) => {
                if (key === items.find((item) => !item.disabled)?.key) node?.focus()
              }}
              onClick={() => {
                close()
                opener.current?.focus()
                onPress()
              }}
            >
              {text}
            </button>
          ))}
        </span>
      )}
    </span>
  )
}
