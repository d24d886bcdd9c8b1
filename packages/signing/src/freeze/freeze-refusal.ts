/** Why a PDF or a plan cannot be frozen. */
export type FreezeRefusalReason =
  | 'unreadable'
  | 'encrypted'
  | 'not-appendable'
  | 'certified'
  | 'signed-already'
  | 'own-fields-only'
  | 'field-missing'
  | 'slot-name'
  | 'name-taken'
  | 'page-missing'
  | 'box'
  | 'lock-unknown'
  | 'text'

/** An upload that cannot be frozen, or a plan that does not fit it. */
export class FreezeRefusal extends Error {
  override name = 'FreezeRefusal'
  readonly reason: FreezeRefusalReason

  constructor(reason: FreezeRefusalReason, detail: string, options?: ErrorOptions) {
    super(`${reason}: ${detail}`, options)
    this.reason = reason
  }
}
