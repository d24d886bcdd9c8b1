import { useState, type KeyboardEvent, type ReactNode } from 'react'
import './header-pop.css'
import { useDismiss } from './use-dismiss.ts'

type HeaderPopProps = {
  /** Names the panel to readers. */
  title: string
  /** Names the button when it holds no text. */
  label?: string
  className?: string
  button: ReactNode
  /** px */
  width: number
  /**
   * `close` takes the focus away with the panel; `leave` gives it to the button, for what is opened next to give back.
   */
  children: (close: () => void, leave: () => void) => ReactNode
}

/** A panel under a button; Escape, a second press and a press elsewhere close it. */
export function HeaderPop({ title, label, className = 'head-btn', button, width, children }: HeaderPopProps) {
  const [open, setOpen] = useState(false)
  const [opener, setOpener] = useState<HTMLButtonElement | null>(null)
  const close = () => setOpen(false)
  const box = useDismiss<HTMLDivElement>(open, close)
  const leave = () => {
    close()
    opener?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) leave()
  }
  return (
    <div className="pop" ref={box} onKeyDown={onKeyDown}>
      <button
        ref={setOpener}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div className="pop-panel" style={{ width }} role="dialog" aria-label={title}>
          {children(close, leave)}
        </div>
      )}
    </div>
  )
}
