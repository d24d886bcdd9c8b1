import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isKeyedHash, type Keyed, keyedHash } from '#src/platform/keys/keyed-hash.ts'

/**
 * What may be proved: that a captcha was answered, that a phone received a code in a scene, or that a challenge for a
 * passkey or certificate key is ours, to sign in by or to will something; that somebody left for a company's identity
 * provider; that a phone number led to an account that may be somebody else's.
 */
export type ProofKind = 'captcha' | 'sms' | 'key' | 'certificate' | 'will' | 'provider' | 'owner'

/**
 * Makes a token that proves `subject` once within `lifeMs`. Of the token its keyed hash is kept, of the row another:
 * whoever can write the table proves nothing.
 */
export async function giveProof(
  deps: Pick<Deps, 'now' | 'random'> & Keyed,
  tx: Db,
  { kind, subject, lifeMs }: { kind: ProofKind; subject: string; lifeMs: number },
): Promise<string> {
  // As a state 企业微信 takes letters and digits alone.
  const token = deps.random(24).toString(kind === 'provider' ? 'hex' : 'base64url')
  const expiresAt = deps.now() + lifeMs
  const mac = keyedHash(deps, 'proof', [token, kind, subject, expiresAt])
  const row = { token_hash: hashOf(deps, token), kind, subject, expires_at: expiresAt, mac }
  await tx.insertInto('proof').values(row).execute()
  return token
}

/** Uses a proof up. Answers its subject; null when it is unknown, of another kind, late, altered or used already. */
export async function useProof(
  deps: Pick<Deps, 'now'> & Keyed,
  tx: Db,
  kind: ProofKind,
  token: string,
): Promise<string | null> {
  const found = await tx
    .deleteFrom('proof')
    .where('token_hash', '=', hashOf(deps, token))
    .where('kind', '=', kind)
    .returning(['subject', 'expires_at', 'mac'])
    .executeTakeFirst()
  if (!found || found.expires_at < deps.now()) return null
  const { subject, expires_at, mac } = found
  return isKeyedHash(deps, 'proof', [token, kind, subject, expires_at], mac) ? subject : null
}

const hashOf = (keyed: Keyed, token: string) => keyedHash(keyed, 'proof token', [token])
