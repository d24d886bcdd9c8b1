import { createHmac } from 'node:crypto'
import type { Deps } from '#src/platform/deps.ts'
import { derived } from '#src/platform/keys/key-encryption-key.ts'

/** What is kept of a checked identity number: a keyed hash, by which two are compared. */
export const identityHash = ({ derivationKey }: Pick<Deps, 'derivationKey'>, idNumber: string): string =>
  createHmac('sha256', derived(derivationKey, 'identity number')).update(idNumber).digest('hex')
