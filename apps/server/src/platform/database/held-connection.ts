import { AsyncLocalStorage } from 'node:async_hooks'

const held = new AsyncLocalStorage<true>()

/** Runs work that has one of the few connections to itself, perhaps with locks that others wait for. */
export const holdingConnection = <T>(work: () => Promise<T>): Promise<T> => held.run(true, work)

/** Throws when asked by work that holds a connection: whatever `what` waits for, nobody else may have to. */
export function requireNoConnection(what: string): void {
  if (held.getStore()) throw new Error(`${what} was asked while a database connection was held`)
}

/** The same call, refused to work that holds a connection. */
export const askedOutside =
  <A extends unknown[], R>(what: string, call: (...args: A) => R) =>
  (...args: A): R => {
    requireNoConnection(what)
    return call(...args)
  }
