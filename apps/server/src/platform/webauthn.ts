import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'

/** Whom a key must have signed for: its challenge, base64url, from this origin and for this host. */
export type Asked = { challenge: string; origin: string; rpId: string }
/** A key's signature over a challenge, its parts as the browser's JSON has them. */
export type Assertion = { clientDataJSON: string; authenticatorData: string; signature: string }
/** A new key as a browser's JSON has it. */
export type Attestation = { keyId: string; clientData: string; attestation: string; transports: string[] }

/** Ed25519, ECDSA over P-256, RSA: what authenticators make (COSE). */
const algorithms = [-8, -7, -257]
const shared = { type: 'public-key', clientExtensionResults: {} } as const

/**
 * Whether this key signed what was asked: its counter, and whether it has seen who holds it; null when it did not. What
 * either of them means is for whoever asks.
 */
export async function verifyAssertion(
  { challenge, origin, rpId }: Asked,
  { keyId, publicKey }: { keyId: string; publicKey: Buffer },
  assertion: Assertion,
): Promise<{ counter: number; verified: boolean } | null> {
  const checked = await verifyAuthenticationResponse({
    response: { id: keyId, rawId: keyId, ...shared, response: assertion },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: { id: keyId, publicKey: Uint8Array.from(publicKey), counter: 0 },
    requireUserVerification: false,
  }).catch(() => null)
  if (!checked?.verified) return null
  const { newCounter, userVerified } = checked.authenticationInfo
  return { counter: newCounter, verified: userVerified }
}

/** The key that was made as asked, or null. */
export async function verifyAttestation(
  { challenge, origin, rpId }: Asked,
  { keyId, clientData, attestation, transports }: Attestation,
): Promise<{ keyId: string; publicKey: Buffer; counter: number; synced: boolean } | null> {
  if (!isPlain(attestation)) return null
  const checked = await verifyRegistrationResponse({
    response: {
      id: keyId,
      rawId: keyId,
      ...shared,
      response: { clientDataJSON: clientData, attestationObject: attestation, transports },
    },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    supportedAlgorithmIDs: algorithms,
    requireUserVerification: false,
  }).catch(() => null)
  if (!checked?.verified) return null
  const { credential, credentialBackedUp } = checked.registrationInfo
  const { id, publicKey, counter } = credential
  return { keyId: id, publicKey: Buffer.from(publicKey), counter, synced: credentialBackedUp }
}

/** Of other formats the library would fetch what their certificates name; browsers are asked for none of them. */
function isPlain(attestation: string): boolean {
  try {
    const format = decodeAttestationObject(Uint8Array.from(Buffer.from(attestation, 'base64url'))).get('fmt')
    return format === 'none' || format === 'packed' || format === 'fido-u2f'
  } catch {
    return false
  }
}
