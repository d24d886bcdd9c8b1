import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import './menu-button.css'
import { useDismiss } from './use-dismiss.ts'

/** One entry of a menu. */
export type MenuItem = { key: string; label: string; danger?: boolean; disabled?: boolean; onPress: () => void }
type MenuButtonProps = { label: string; className?: string; items: readonly MenuItem[]; children: ReactNode }

const entry = '[role="menuitem"]:enabled'

/** A button with a menu: arrow keys walk it, Escape closes it. It floats clear of whatever clips its surroundings. */
export function MenuButton({ label, className = 'link icon-link', items, children }: MenuButtonProps) {
  const [place, setPlace] = useState<{ top: number; right: number } | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => setPlace(null)
  const isOpen = place !== null
  const box = useDismiss<HTMLSpanElement>(isOpen, close)
  // Once, as it opens: what is read anew behind the menu must not take the focus back to its first entry.
  useEffect(() => {
    if (isOpen) box.current?.querySelector<HTMLElement>(entry)?.focus()
  }, [isOpen, box])
  const open = useCallback(() => {
    const rect = opener.current?.getBoundingClientRect()
    if (!rect) return
    const height = items.length * (matchMedia('(pointer: coarse)').matches ? 44 : 40) + 12
    const below = rect.bottom + 4 + height < innerHeight
    setPlace({ top: below ? rect.bottom + 4 : Math.max(8, rect.top - height - 4), right: innerWidth - rect.right })
  }, [items.length])
  // A phone that is turned, or zoomed, has its button elsewhere.
  useEffect(() => {
    if (!isOpen) return undefined
    addEventListener('resize', open)
    return () => removeEventListener('resize', open)
  }, [isOpen, open])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      close()
      opener.current?.focus()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const entries = [...(box.current?.querySelectorAll<HTMLElement>(entry) ?? [])]
    const now = entries.findIndex((one) => one === document.activeElement)
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
        aria-expanded={isOpen}
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
