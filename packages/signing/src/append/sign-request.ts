import type { SealImage } from '../images/seal-image.ts'
import type { Head, Layout, Slot } from './layout.ts'

/** A frozen document as stored; `slots` need hold no more than the ones the request sets. */
export interface SignableDocument {
  layout: Layout
  slots: Slot[]
  head: Head
}

/** An image at a slot. */
export interface PlacedImage {
  slot: string
  image: SealImage
}

/** What one party sets, all in one signature. */
export interface SignRequest {
  signature: PlacedImage
  /** The same party's image at further places. */
  stamps?: PlacedImage[]
  crossPage?: PlacedImage
  texts?: { slot: string; value: string }[]
  /** A box that is not ticked stays as it was frozen, fixed by the same lock. */
  checkboxes?: { slot: string; checked: boolean }[]
  signerName: string
  reason: string
  location?: string
  /** The claimed time (/M); the time-stamp is the one that counts. */
  at: Date
}

/** Why a request cannot be written into the document. */
export type SigningRefusalReason =
  | 'slot-unknown'
  | 'slot-used'
  | 'slot-not-locked'
  | 'slot-twice'
  | 'glyph-missing'
  | 'text-too-long'

/** A request that does not fit the frozen document; `slot` is the place it concerns. */
export class SigningRefusal extends Error {
  override name = 'SigningRefusal'
  readonly reason: SigningRefusalReason
  readonly slot: string

  constructor(reason: SigningRefusalReason, slot: string, detail = '') {
    super(`${reason}: ${slot} ${detail}`.trimEnd())
    this.reason = reason
    this.slot = slot
  }
}
