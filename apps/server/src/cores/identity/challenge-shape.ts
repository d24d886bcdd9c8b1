import type { KeyChallenge } from '@moqi/api/passkey'
import { type Passkey, relyingParty } from './passkey.ts'
import type { Deps } from '#src/platform/deps.ts'

/** How a browser names the keys it may use. */
export const namedKeys = (keys: readonly Pick<Passkey, 'credential_id' | 'transports'>[]): KeyChallenge['keyArray'] =>
  keys.map(({ credential_id, transports }) => ({ keyId: credential_id, transports }))

/** A challenge as a browser takes it, for one of these keys. */
export const challengeOf = (
  deps: Pick<Deps, 'config'>,
  code: string,
  keys: readonly Pick<Passkey, 'credential_id' | 'transports'>[],
): KeyChallenge => ({ code, rpId: relyingParty(deps).rpId, keyArray: namedKeys(keys) })
