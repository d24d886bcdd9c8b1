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
