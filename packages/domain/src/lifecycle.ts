import { Refusal, type RefusalCode } from './refusal.ts'

/** State × event → next state, each of them a state of the same table. */
type Table<T> = { readonly [S in keyof T]: Readonly<Record<string, keyof T & string>> }
type States<T> = keyof T & string
type Events<T> = { [S in keyof T]: keyof T[S] }[keyof T] & string
type Next<T, S extends keyof T, E> = { [From in S]: E extends keyof T[From] ? T[From][E] : never }[S]

/** How one thing may change. What its table does not list cannot happen. */
export type Lifecycle<T> = {
  /** What a move that cannot be is answered with. */
  readonly refusal: RefusalCode
  /** What it begins as. */
  readonly initial: States<T>
  readonly states: readonly States<T>[]
  readonly events: readonly Events<T>[]
  /** Whether the table lists `event` in `state`. */
  readonly can: (state: States<T>, event: Events<T>) => boolean
  /**
   * The state after `event`. Throws the lifecycle's refusal with `{ state, event }` when the table does not list it.
   */
  readonly after: <S extends States<T>, E extends Events<T>>(state: S, event: E) => Next<T, S, E>
  /** Whether nothing can happen any more. */
  readonly isEnd: (state: States<T>) => boolean
}

/** The states of a lifecycle: `StateOf<typeof sealLifecycle>`. */
export type StateOf<L> = L extends Lifecycle<infer T> ? States<T> : never
/** The events of a lifecycle. */
export type EventOf<L> = L extends Lifecycle<infer T> ? Events<T> : never

/** Makes a lifecycle of its table; `refusal` answers every move that the table does not list. */
export function lifecycle<const T extends Table<T>>({
  refusal,
  initial,
  table,
}: {
  refusal: RefusalCode
  initial: States<T>
  table: T
}): Lifecycle<T> {
  const isState = (text: string): text is States<T> => Object.hasOwn(table, text)
  const states = Object.keys(table).filter(isState)
  const movesOf = (state: States<T>): Readonly<Record<string, States<T>>> => table[state]
  const isEvent = (text: string): text is Events<T> => states.some((state) => Object.hasOwn(movesOf(state), text))
  const nextOf = (state: States<T>, event: Events<T>) => movesOf(state)[event]
  const isNext = <S extends States<T>, E extends Events<T>>(
    state: S,
    event: E,
    next: States<T> | undefined,
  ): next is Next<T, S, E> & States<T> => next !== undefined && next === nextOf(state, event)
  return {
    refusal,
    initial,
    states,
    events: [...new Set(states.flatMap((state) => Object.keys(movesOf(state))))].filter(isEvent),
    can: (state, event) => nextOf(state, event) !== undefined,
    after: (state, event) => {
      const next = nextOf(state, event)
      if (!isNext(state, event, next)) throw new Refusal(refusal, { state, event })
      return next
    },
    isEnd: (state) => Object.keys(movesOf(state)).length === 0,
  }
}
