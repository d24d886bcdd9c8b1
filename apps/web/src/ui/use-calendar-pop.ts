import { useState, type KeyboardEvent } from 'react'
import { useDismiss } from './use-dismiss.ts'

/** An open calendar, and whether the focus goes into it. */
type Open<E> = { end: E; focused: boolean }

/**
 * The calendar of an input, open or not; `end` says what is chosen in it. It opens with a press on the input, which
 * keeps the focus, and with the button or an arrow key, which go into it; Escape and choosing go back to the input.
 */
export function useCalendarPop<E extends string>() {
  const [open, setOpen] = useState<Open<E> | null>(null)
  const box = useDismiss<HTMLSpanElement>(open !== null, () => setOpen(null))
  const close = () => {
    setOpen(null)
    const input = box.current?.querySelector<HTMLElement>(open ? `[data-end="${open.end}"]` : 'input')
    input?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    // In a dialog the same key would close that too.
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  /** What makes an input open the calendar for an end. */
  const opening = (end: E) => ({
    'data-end': end,
    onClick: () => setOpen({ end, focused: false }),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      setOpen({ end, focused: true })
    },
  })
  return { open, setOpen, close, box, onKeyDown, opening }
}
