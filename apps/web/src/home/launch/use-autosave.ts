import { useEffect } from 'react'
import { isSignedIn } from '../../client/session.ts'
import { keepLaunch } from '../../kit/draft/kept-launch.ts'
import { isUnsaved, useLaunch } from '../../kit/draft/launch-store.ts'
import { autosave } from '../../kit/draft/save-launch.ts'

// domain.md 2.1: every 30 s, and on each step (which the steps do themselves).
const interval = 30_000

/** Saves the draft every 30 s and when the tab is put away; asks before a tab with unsaved input is closed. */
export function useAutosave() {
  useEffect(() => {
    const timer = setInterval(autosave, interval)
    const stopKeeping = keepLaunch()
    const onHide = () => {
      if (document.visibilityState === 'hidden') autosave()
    }
    const onClose = (event: BeforeUnloadEvent) => {
      // Without a session it cannot be saved any more; it is kept in this tab (see keepLaunch).
      if (isUnsaved(useLaunch.getState()) && isSignedIn()) event.preventDefault()
    }
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('beforeunload', onClose)
    return () => {
      clearInterval(timer)
      stopKeeping()
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('beforeunload', onClose)
    }
  }, [])
}
