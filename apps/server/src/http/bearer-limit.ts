import { hash } from 'node:crypto'
import { addressGroup } from '@moqi/domain/identity/address'
import { Refusal } from '@moqi/domain/refusal'
import type { Caller } from '#src/platform/actor.ts'
import { rateLimiter } from './rate-limit.ts'

/** Tokens that open nothing, of one address: pages whose session has ended ask a few times and stop. */
const limit = { count: 3000, seconds: 60 }
/** What was good a while ago is asked for all the same: an office's good sessions do not suffer for one caller's. */
const knownMs = 10 * 60_000
const mostKnown = 20_000

type Asking = Pick<Caller, 'address' | 'token'>

const keyOf = (token: string) => hash('sha256', token, 'base64')

/** Keeps guessed or dead tokens from costing a statement each, in this process. */
export function bearerLimiter(now: () => number) {
  const count = rateLimiter(now)
  const blocked = new Map<string, number>()
  const known = new Map<string, number>()

  return {
    /** Before the database is asked. Throws `request/too-often` for a token not known from lately. */
    check({ address, token }: Asking): void {
      const until = blocked.get(addressGroup(address)) ?? 0
      if (token === null || until <= now() || (known.get(keyOf(token)) ?? 0) > now()) return
      throw new Refusal('request/too-often', { retryAfter: Math.ceil((until - now()) / 1000) })
    },
    /** Afterwards: whether the token opened anything. */
    note({ address, token }: Asking, opened: boolean): void {
      if (token === null) return
      if (opened) remember(known, keyOf(token), now() + knownMs)
      else if (isOver(() => count(addressGroup(address), limit)))
        remember(blocked, addressGroup(address), now() + limit.seconds * 1000)
    },
  }
}

/** The oldest go first: a map keeps the order in which its keys came. */
function remember(kept: Map<string, number>, key: string, until: number): void {
  kept.delete(key)
  kept.set(key, until)
  const [oldest] = kept.keys()
  if (kept.size > mostKnown && oldest !== undefined) kept.delete(oldest)
}

function isOver(counted: () => void): boolean {
  try {
    counted()
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}
