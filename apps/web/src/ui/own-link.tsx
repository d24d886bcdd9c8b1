import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import { hrefOf, leaveFor } from '../router/leave.ts'

type OwnLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> & { to: string }

/** A link inside the application that needs no router around it; without one it leads to another document. */
export function OwnLink({ to, ...rest }: OwnLinkProps) {
  const follow = (event: MouseEvent) => {
    // A new tab or window, a download, a menu: the browser's own business.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    leaveFor(to)
  }
  return <a {...rest} href={hrefOf(to)} onClick={follow} />
}
