import { providerLimits } from '@moqi/domain/account/identity-provider'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { ProviderAttempt } from '#src/platform/gateways/provider/provider-gateway.ts'
import { type Keyed, keyedHash } from '#src/platform/keys/keyed-hash.ts'
import { giveProof, useProof } from '#src/platform/proof.ts'

/** Who left for which company's provider: to link the account, or to sign in where nobody is named. */
export type Leaving = { tenantId: string; version: number; accountId: string | null; fresh: boolean }

/** Where every provider leads back to. */
export const redirectUriOf = ({ config }: Pick<Deps, 'config'>): string => `${config.publicUrl}/home/open/sso/back`

type AttemptDeps = Pick<Deps, 'now' | 'random' | 'config'> & Keyed

/**
 * Begins an attempt. Its state is all that goes along; nonce and verifier are hashes of it, so that the tables hold
 * nothing with which anybody could go on. The browser's key binds the way back to the page that left: an answer that
 * is slipped to somebody else's browser is worth nothing there.
 */
export async function beginAttempt(
  deps: AttemptDeps,
  tx: Db,
  { tenantId, version, accountId, fresh }: Leaving,
): Promise<{ attempt: ProviderAttempt; browserKey: string }> {
  const browserKey = deps.random(24).toString('base64url')
  const subject = [tenantId, version, accountId ?? '-', fresh ? 1 : 0, browserHash(deps, browserKey)].join(' ')
  const state = await giveProof(deps, tx, { kind: 'provider', subject, lifeMs: providerLimits.attemptMs })
  return { attempt: attemptOf(deps, state, fresh), browserKey }
}

/**
 * Ends an attempt, once, whatever comes of it. Null for one that is unknown, late or used, from another browser, or
 * for another purpose.
 */
export async function endAttempt(
  deps: AttemptDeps,
  tx: Db,
  { state, browserKey, accountId }: { state: string; browserKey: string; accountId: string | null },
): Promise<(Leaving & { attempt: ProviderAttempt }) | null> {
  const subject = (await useProof(deps, tx, 'provider', state))?.split(' ') ?? []
  const [tenantId, version, account, fresh, browser] = subject
  if (tenantId === undefined || browser !== browserHash(deps, browserKey) || account !== (accountId ?? '-')) return null
  const isFresh = fresh === '1'
  return { tenantId, version: Number(version), accountId, fresh: isFresh, attempt: attemptOf(deps, state, isFresh) }
}

const browserHash = (keyed: Keyed, browserKey: string) =>
  keyedHash(keyed, 'provider browser', [browserKey]).toString('hex')

const attemptOf = (deps: AttemptDeps, state: string, fresh: boolean): ProviderAttempt => ({
  state,
  nonce: keyedHash(deps, 'provider nonce', [state]).toString('base64url'),
  // 43 characters, as RFC 7636 §4.1 asks at least.
  verifier: keyedHash(deps, 'provider verifier', [state]).toString('base64url'),
  redirectUri: redirectUriOf(deps),
  fresh,
})
