import { useState } from 'react'
import { useMedia } from './use-media.ts'

/** Whether the window is or has been wider than a phone's: what is made for that stays, with what is typed in it. */
export function useBeenWide(): boolean {
  const isWide = useMedia('(min-width: 768px)')
  const [been, setBeen] = useState(isWide)
  if (isWide && !been) setBeen(true)
  return been
}
