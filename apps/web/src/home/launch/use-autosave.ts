import { useEffect } from 'react'
import { isUnsaved, useLaunch } from './launch-store.ts'
import { autosave } from './save-launch.ts'

// domain.md 2.1: every 30 s, and on each step (which the steps do themselves).
const interval = 30_000

/** Saves the draft every 30 s and when the tab is put away; asks before a tab with unsaved input is closed. */
export function useAutosave() {
  useEffect(() => {
    const timer = setInterval(autosave, interval)
    const onHide = () => {
      if (document.visibilityState === 'hidden') autosave()
    }
    const onClose = (event: BeforeUnloadEvent) => {
      if (isUnsaved(useLaunch.getState())) event.preventDefault()
    }
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('beforeunload', onClose)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('beforeunload', onClose)
    }
  }, [])
}
