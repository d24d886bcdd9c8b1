import { seal, unseal } from '#src/platform/keys/sealed.ts'
import { derived } from '#src/platform/keys/key-encryption-key.ts'
import { type Keyed, keyedHash } from '#src/platform/keys/keyed-hash.ts'

const purpose = 'operator one-time passwords'

/** The secret of an operator's one-time passwords as it is stored: for this operator and under the platform's key. */
export const sealedSecret = ({ derivationKey }: Keyed, operatorId: string, secret: Buffer): string =>
  seal(derived(derivationKey, purpose), operatorId, secret).toString('base64')

/** The reverse of `sealedSecret`; throws for what was written without the key or for somebody else. */
export const openedSecret = ({ derivationKey }: Keyed, operatorId: string, stored: string): Buffer =>
  unseal(derived(derivationKey, purpose), operatorId, Buffer.from(stored, 'base64'))

/** A code for people to type: upper case, without the spaces and dashes it may be shown with. */
const plainCode = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase()

/** How the database knows an enrolment code, which ends at that time (ms). */
export const enrolHashOf = (keyed: Keyed, operatorId: string, code: string, endsAt: number): Buffer =>
  keyedHash(keyed, 'operator enrolment', [operatorId, plainCode(code), endsAt])

/** How the database knows a recovery code. */
export const recoveryHashOf = (keyed: Keyed, operatorId: string, code: string): Buffer =>
  keyedHash(keyed, 'operator recovery', [operatorId, plainCode(code)])
