import {
  Component,
  createContext,
  use,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  type ComponentType,
  type ReactNode,
} from 'react'
import { useStore } from 'zustand'
import type { Chain } from './route.ts'
import type { Router, Shown } from './router.ts'
import { keepScrolled, restoreScroll } from './scroll.ts'

/** The router of the components below. */
export const RouterContext = createContext<Router | null>(null)
/** What is shown. */
export const ShownContext = createContext<Shown | null>(null)
const BelowContext = createContext<{ chain: Chain; at: number; given: unknown }>({ chain: [], at: 0, given: null })

type FaultView = ComponentType<{ fault: unknown }>
type RouterViewProps = { router: Router; waiting: ReactNode; Fault: FaultView; Frame: ComponentType }

/** `waiting` until the first page is there, then `Frame`, which holds a `<Page>`. */
export function RouterView({ router, waiting, Fault, Frame }: RouterViewProps) {
  const shown = useStore(router.state, (state) => state.shown)
  useLayoutEffect(keepScrolled, [])
  useLayoutEffect(() => {
    if (shown) restoreScroll(shown)
  }, [shown])
  const chain = shown?.chain
  const below = useMemo(() => ({ chain: chain ?? [], at: 0, given: null }), [chain])
  // The first page is drawn in pieces, between which a slow phone answers a finger.
  const isBegun = useDeferredValue(shown !== null)
  if (!shown || !isBegun) return waiting
  return (
    <RouterContext value={router}>
      <ShownContext value={shown}>
        <BelowContext value={below}>
          <Boundary shown={shown} Fault={Fault}>
            <Frame />
          </Boundary>
        </BelowContext>
      </ShownContext>
    </RouterContext>
  )
}

/** The page, or what is to be said when it broke or did not come. */
export function Page({ Fault }: { Fault: FaultView }) {
  const shown = use(ShownContext)
  if (!shown) return null
  if (shown.fault !== null) return <Fault fault={shown.fault} />
  return (
    <Boundary shown={shown} Fault={Fault}>
      <Outlet />
    </Boundary>
  )
}

/** The next frame, or the page, inside a frame; `context` is for `useOutletContext` there. */
export function Outlet({ context = null }: { context?: unknown }) {
  const { chain, at } = use(BelowContext)
  return useMemo(() => {
    const Inner = chain[at]?.Component
    return (
      Inner && (
        <BelowContext value={{ chain, at: at + 1, given: context }}>
          <Inner />
        </BelowContext>
      )
    )
  }, [chain, at, context])
}

/** What the frame around gave its `Outlet`. */
export const useOutletContext = (): unknown => use(BelowContext).given

type BoundaryProps = { shown: Shown; Fault: FaultView; children: ReactNode }
type Caught = { fault: unknown; caught: boolean; shown: Shown }

/** Catches what breaks while it is drawn; another page begins anew. */
class Boundary extends Component<BoundaryProps, Caught> {
  override state: Caught = { fault: null, caught: false, shown: this.props.shown }

  static getDerivedStateFromError = (fault: unknown) => ({ fault, caught: true })

  static getDerivedStateFromProps({ shown }: BoundaryProps, state: Caught): Partial<Caught> | null {
    return shown === state.shown ? null : { shown, caught: false, fault: null }
  }

  override render() {
    const { Fault, children } = this.props
    return this.state.caught ? <Fault fault={this.state.fault} /> : children
  }
}
