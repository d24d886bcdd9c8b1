import { X } from 'lucide-react'
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import './sheet.css'

type SheetProps = {
  title: string
  children: ReactNode
  onClose: () => void
  footer?: ReactNode
  /** No ×, no Escape: the footer's buttons are the only way on. */
  insistent?: boolean
  /** px on a desktop; a phone takes the whole width. */
  width?: number
}

/**
 * A dialog: bottom sheet on a phone, centred card on a desktop. The platform's own <dialog> keeps the focus inside and
 * gives it back; the first focus goes to `[data-first]`, else to the sheet.
 */
export function Sheet({ title, children, onClose, footer, insistent = false, width = 480 }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  useEffect(() => {
    const node = dialog.current
    if (!node || node.open) return undefined
    const opener = document.activeElement
    node.showModal()
    const first = node.querySelector<HTMLElement>('[data-first]') ?? node
    first.focus()
    return () => {
      // Taken off the page by one of its buttons it was never closed, and gave nothing back.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  // A second Escape closes a <dialog> whatever its cancel event says, so the key itself is stopped.
  const stopEscape = (event: KeyboardEvent) => {
    if (insistent && event.key === 'Escape') event.preventDefault()
  }
  const closed = () => (insistent ? dialog.current?.showModal() : onClose())
  return (
    <dialog
      ref={dialog}
      className="sheet"
      style={{ width }}
      tabIndex={-1}
      aria-labelledby={heading}
      onKeyDown={stopEscape}
      onCancel={(event) => insistent && event.preventDefault()}
      onClose={closed}
    >
      <div className="sheet-head">
        <h2 id={heading} className="h2">
          {title}
        </h2>
        {!insistent && (
          <button type="button" className="sheet-x" aria-label="关闭" onClick={() => dialog.current?.close()}>
            <X size={20} />
          </button>
        )}
      </div>
      <div className="sheet-body">{children}</div>
      {footer && <div className="sheet-foot">{footer}</div>}
    </dialog>
  )
}
