import { useSearchParams } from '../../router/hooks.ts'

/** What of a list is looked for, as the address keeps it; the rest of the address goes when it changes. */
export type Sought<State extends string> = {
  search: string
  /** Null: whatever its state is. */
  state: State | null
  isSought: boolean
  show: (wished: { search?: string; state?: State | null }) => void
  /** As calls take it. */
  asked: { search?: string }
}

/** What is looked for in a list by words and by one of its states. */
export function useSought<State extends string = never>(states: readonly State[] = []): Sought<State> {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const state = states.find((one) => one === params.get('state')) ?? null
  return {
    search,
    state,
    isSought: search !== '' || state !== null,
    asked: search === '' ? {} : { search },
    show: (wished) => {
      const next = { search, state, ...wished }
      const kept = { ...(next.search && { search: next.search }), ...(next.state !== null && { state: next.state }) }
      setParams(new URLSearchParams(kept), { replace: true })
    },
  }
}
