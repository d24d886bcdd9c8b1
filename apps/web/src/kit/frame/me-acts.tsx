import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useOutletContext } from '../../router/router-view.tsx'

/** What may be done with a page of the personal centre as a whole: it stands beside the page's title. */
export function MeActs({ children }: { children: ReactNode }) {
  const place = useOutletContext()
  return place instanceof HTMLElement && createPortal(children, place)
}
