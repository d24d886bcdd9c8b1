import { createHmac } from 'node:crypto'
import type { Deps } from '#src/platform/deps.ts'
import { derived } from '#src/platform/keys/key-encryption-key.ts'

type Key = Pick<Deps, 'derivationKey'>

/** What is kept of a checked identity number: a keyed hash, by which two are compared. */
export const identityHash = ({ derivationKey }: Key, idNumber: string): string =>
  createHmac('sha256', derived(derivationKey, 'identity number')).update(idNumber).digest('hex')

/**
 * What is kept of a birthday: of each way to write it as a PIN the keyed hash, all that is needed to refuse it as one.
 * The space's id goes in, so that nobody sees whose birthdays are the same.
 */
export const birthdayHash = ({ derivationKey }: Key, tenantId: string, pin: string): string =>
  createHmac('sha256', derived(derivationKey, 'birthday')).update(`${tenantId} ${pin}`).digest('hex')
