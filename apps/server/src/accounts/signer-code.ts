import type { Caller } from '#src/platform/actor.ts'
import type { CodePurpose } from '#src/platform/messages/verification-code.ts'
import type { Signer } from './find-signer.ts'

/** What a code is good for that only who knows the password gets: to sign in through a lock that strangers made. */
export const unlocking = (recipient: string, accountId: string): CodePurpose => ({
  recipient,
  scene: 'unlock',
  binding: accountId,
})

/** What a code sent to an account's phone may open while nobody is signed in. */
type SignerScene = 'login' | 'smsLogin' | 'reset'

/** A trusted device has codes of its own: strangers can neither use up their number nor their tries. */
export function signerPurpose(recipient: string, scene: SignerScene, { device }: Signer): CodePurpose {
  return device?.trusted
    ? { recipient, scene: `${scene} on device`, binding: device.deviceId }
    : { recipient, scene, binding: '' }
}

/** The owner's own device asks for the owner's own phone: whatever else asks from its address does not stop it. */
export const countedAddress = ({ address }: Caller, { device }: Signer): string | null =>
  device?.trusted ? null : address
