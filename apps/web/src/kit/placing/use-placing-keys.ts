import { useEffect, useRef } from 'react'
import { redoPlacing, undoPlacing } from '../draft/launch-store.ts'

/** What is typed into has an undo of its own, and a dialog hides what would change. */
const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input:not([type="checkbox"], [type="radio"]), textarea, dialog') !== null

/** Undo and redo by key wherever the focus is; `onEscape` lets go of what was about to be placed. */
export function usePlacingKeys(onEscape: () => void) {
  const escape = useRef(onEscape)
  useEffect(() => {
    escape.current = onEscape
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isElsewhere(event.target)) return
      if (event.key === 'Escape') return escape.current()
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) redoPlacing()
      else undoPlacing()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
