import { useEffect, type AnchorHTMLAttributes, type MouseEvent } from 'react'
import { useLocation, useRouter } from './hooks.ts'
import { pathOf } from './route.ts'

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { to: string; replace?: boolean }

/** A link to a page of the application, which begins to load when it is pressed, not when it is let go. */
export function Link({ to, replace, target, onClick, onPointerDown, ...rest }: LinkProps) {
  const router = useRouter()
  const here = useLocation()
  const href = router.href(to)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || target === '_blank' || !isPlain(event)) return
    event.preventDefault()
    // To where one is already is no new visit.
    void router.go(to, { replace: replace ?? href === router.href(pathOf(here)) })
  }
  return (
    <a
      {...rest}
      {...(target && { target })}
      href={href}
      onClick={follow}
      onPointerDown={(event) => {
        onPointerDown?.(event)
        if (target !== '_blank' && isPlain(event)) router.warm(to)
      }}
    />
  )
}

/** Not one for a new tab or window, a download or a menu: those are the browser's own business. */
const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** A link that says so when it leads to the present page. */
export function NavLink(props: LinkProps) {
  const here = useLocation().pathname
  const active = here === props.to || here.startsWith(`${props.to}/`)
  return <Link {...props} aria-current={active ? 'page' : undefined} />
}

/** Leads on as soon as it is shown. */
export function Navigate({ to, replace = false }: { to: string; replace?: boolean }) {
  const router = useRouter()
  useEffect(() => void router.go(to, { replace }), [router, to, replace])
  return null
}
