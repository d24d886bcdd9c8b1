import { accountLimits } from '@moqi/domain/account/limits'
import { isKeyPurpose, type KeyPurpose } from '@moqi/domain/account/passkey'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Keyed } from '#src/platform/keys/keyed-hash.ts'
import { byOwnMeans, type Provided } from './provided.ts'
import { giveProof, useProof } from '#src/platform/proof.ts'

/**
 * What a challenge is for, and whose keys may sign it; null: whichever account the key is bound to. `provided` goes on
 * into the session that a second factor opens.
 */
export type KeyChallenge = { purpose: KeyPurpose; accountId: string | null; provided?: Provided }

const ofSubject = (subject: string) => {
  const [purpose, accountId, only, spaces = ''] = subject.split(' ')
  return {
    purpose,
    accountId: accountId || null,
    provided: { only: only === 'only', spaces: spaces.split(',').filter(Boolean) },
  }
}

/** Makes a challenge that a key may sign once within five minutes: base64url, of which a keyed hash is kept. */
export const giveChallenge = (
  deps: Pick<Deps, 'now' | 'random'> & Keyed,
  tx: Db,
  { purpose, accountId, provided = byOwnMeans }: KeyChallenge,
): Promise<string> =>
  giveProof(deps, tx, {
    kind: 'key',
    subject: [purpose, accountId ?? '', provided.only ? 'only' : '', provided.spaces.join(',')].join(' ').trim(),
    lifeMs: accountLimits.passkey.challengeMs,
  })

/** Uses a challenge up. Answers what it is for; null when it is none of ours, late, or used already. */
export async function useChallenge(
  deps: Pick<Deps, 'now'> & Keyed,
  tx: Db,
  challenge: string,
): Promise<KeyChallenge | null> {
  const subject = await useProof(deps, tx, 'key', challenge)
  if (subject === null) return null
  const { purpose, accountId, provided } = ofSubject(subject)
  return isKeyPurpose(purpose) ? { purpose, accountId, provided } : null
}
