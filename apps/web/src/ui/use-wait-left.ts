import { useState } from 'react'
import { useNow } from './use-now.ts'

/** What is left of a wait (ms) that the server has told, as time goes by; the server's clock may not be ours. */
export function useWaitLeft(wait: number): number {
  const now = useNow()
  const [told, tell] = useState({ wait, at: now })
  if (told.wait !== wait) tell({ wait, at: now })
  return Math.max(0, told.wait - (now - told.at))
}
