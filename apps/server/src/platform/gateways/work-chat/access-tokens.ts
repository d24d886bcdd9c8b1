import { createHash } from 'node:crypto'
import type { ProviderClient } from '#src/platform/gateways/provider/provider-gateway.ts'
import { ChatFault, TokenEnded } from './work-chat.ts'

/** A token of an app, and for how long it holds, s. */
export type FetchedToken = { token: string; seconds: number }

type Kept = { token: Promise<FetchedToken>; endsAt: number }

/** A token that ends within five minutes is not begun with. */
const earlyMs = 5 * 60_000
const most = 1000

/**
 * Does what needs an app's token with one that is kept until shortly before its end, and fetched once for all who wait
 * for it. Vendors end tokens early too: work that says so is done once more with a new one.
 */
export function accessTokens(fetchToken: (client: ProviderClient) => Promise<FetchedToken>, now: () => number) {
  const kept = new Map<string, Kept>()

  async function tokenOf(client: ProviderClient): Promise<string> {
    const key = keyOf(client)
    const found = kept.get(key)
    if (found && found.endsAt > now()) return (await found.token).token
    const [oldest] = kept.keys()
    if (kept.size >= most && oldest !== undefined) kept.delete(oldest)
    const made: Kept = { token: fetchToken(client), endsAt: now() + earlyMs }
    kept.set(key, made)
    try {
      const { token, seconds } = await made.token
      made.endsAt = now() + Math.max(seconds * 1000 - earlyMs, 0)
      return token
    } catch (error) {
      kept.delete(key)
      throw error
    }
  }

  return async function withToken<T>(client: ProviderClient, work: (token: string) => Promise<T>): Promise<T> {
    try {
      return await work(await tokenOf(client))
    } catch (error) {
      if (!(error instanceof TokenEnded)) throw error
    }
    kept.delete(keyOf(client))
    try {
      return await work(await tokenOf(client))
    } catch (error) {
      throw error instanceof TokenEnded ? new ChatFault('client') : error
    }
  }
}

const keyOf = ({ protocol, issuer, clientId, clientSecret }: ProviderClient) =>
  createHash('sha256')
    .update(JSON.stringify([protocol, issuer, clientId, clientSecret]))
    .digest('hex')
