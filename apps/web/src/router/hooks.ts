import { use, useEffect, useEffectEvent, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Place, RouteHandle } from './route.ts'
import { RouterContext, ShownContext } from './router-view.tsx'
import type { BlockCheck, Blocked, GoOptions, Router } from './router.ts'

/** The router around. */
export function useRouter(): Router {
  const router = use(RouterContext)
  if (!router) throw new Error('no router around')
  return router
}

/** Where one is. */
export function useLocation(): Place {
  const shown = use(ShownContext)
  if (!shown) throw new Error('no router around')
  return shown.place
}

/** Goes to a path, or to a query of this page; resolves when the page is there. */
export const useNavigate = (): Router['go'] => useRouter().go

/** The address's query, and how to put another in its place. */
export function useSearchParams(): [URLSearchParams, (next: URLSearchParams, options?: GoOptions) => void] {
  const router = useRouter()
  const { search } = useLocation()
  return useMemo(
    () => [new URLSearchParams(search), (next, options) => void router.go(`?${next}`, options)],
    [router, search],
  )
}

/** What the page's route says of itself. */
export const useHandle = (): RouteHandle => use(ShownContext)?.chain.at(-1)?.handle ?? {}

/** Whether another page is on its way. */
export const useMoving = (): boolean => useStore(useRouter().state, ({ moving }) => moving)

/** Stops whoever leaves the page while `check` says so: to be asked, and let go or kept. */
export function useBlocker(check: BlockCheck): Blocked | null {
  const router = useRouter()
  const asks = useEffectEvent(check)
  useEffect(() => router.block((next) => asks(next)), [router])
  return useStore(router.state, ({ blocked }) => blocked)
}
