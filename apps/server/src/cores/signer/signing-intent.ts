import type { Reading } from '@moqi/evidence/log-record'
import type { ProvenWill } from './will.ts'

/** What the signer chose for one place: a kept seal, the hash of a packed picture of handwriting, or a value. */
export type Choice = { areaId: string; sealId?: string; writing?: string; value?: string }

/**
 * What somebody wants to sign, and by what right: made once, from the proof of will, and carried out by a stamp, at
 * once or when others have agreed. Data alone, so that it can be stored.
 */
export type SigningIntent = {
  signId: string
  /** Names the documents that were consented to (`consentTo`). */
  consent: string
  will: ProvenWill
  /** What the signer's page reports of the reading; null where none does. */
  reading: Reading | null
  choices: Choice[]
}

/** By which letter a company has its seal put on without anybody's will for this contract. */
export type Automatic = { letterNo: string }

/** By whose agreement seals are used that the signer could not use alone. */
export type Approved = { approvalId: string; sealIds: readonly string[] }
