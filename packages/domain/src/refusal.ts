/** Every reason the product says no. Callers switch on the code, never on the wording. */
export const refusalCodes = [
  'request/invalid',
  'request/idempotency-mismatch',
  'service/unavailable',
  'request/too-often',
  'session/required',
  'session/forbidden',
  'session/not-found',
  'device/not-found',
  'operator/off',
  'operator/enrolment',
  'operator/code',
  'operator/credentials',
  'account/credentials',
  'account/locked',
  'account/captcha-required',
  'account/captcha-wrong',
  'account/code-wrong',
  'account/taken',
  'account/not-closable',
  'account/pin-unset',
  'account/pin-wrong',
  'account/link-dead',
  'account/key-unsupported',
  'account/key-not-found',
  'account/key-required',
  'account/key-wrong',
  'account/key-copied',
  'account/sign-in-again',
  'will-auth/required',
  'space/not-found',
  'space/not-authenticated',
  'space/owner-only',
  'space/console-closed',
  'space/company-taken',
  'space/auth-changed',
  'space/amount-wrong',
  'identity/rejected',
  'identity/changed',
  'identity/tries-spent',
  'ticket/dead',
  'ticket/other-person',
  'member/not-found',
  'member/changed',
  'member/self',
  'member/last-administrator',
  'member/hand-over',
  'member/group-not-found',
  'member/group-in-use',
  'invitation/not-found',
  'invitation/ended',
  'invitation/changed',
  'transfer/not-found',
  'transfer/pending',
  'transfer/target',
  'contract/not-found',
  'contract/other-space',
  'contract/changed',
  'contract/illegal-move',
  'contract/initiator-only',
  'contract/initiator-never-rejects',
  'contract/not-signable',
  'contract/papers-missing',
  'contract/not-downloadable',
  'contract/stale-draft',
  'contract/incomplete',
  'contract/quota',
  'contract/document-changed',
  'evidence/not-ready',
  'template/not-found',
  'template/stale',
  'template/disabled',
  'template/incomplete',
  'template/used',
  'batch/not-found',
  'batch/changed',
  'sign-code/not-found',
  'sign-code/changed',
  'sign-code/closed',
  'printed-copy/not-found',
  'file/not-found',
  'file/too-large',
  'file/too-many',
  'file/no-room',
  'file/type',
  'file/encrypted',
  'file/wrong-password',
  'file/restricted',
  'file/conversion',
  'file/damaged',
  'file/too-complex',
  'file/dynamic-form',
  'file/certified',
  'help/not-found',
  'seal/not-found',
  'seal/name-taken',
  'seal/changed',
  'seal/in-use',
  'seal/one-official',
  'seal/grant-changed',
  'seal/grant-not-found',
  'handwriting/dead',
  'handwriting/changed',
  'approval/not-found',
  'approval/changed',
  'approval/not-needed',
  'approval/applicant-only',
  'flow/not-found',
  'flow/stale',
  'flow/name-taken',
  'flow/used',
  'flow/unfit',
  'flow/no-approver',
  'integration/not-found',
  'integration/stale',
  'integration/header',
  'integration/unknown',
  'integration/late',
  'integration/replayed',
  'integration/signature',
  'integration/body',
  'integration/disabled',
  'integration/address',
  'integration/member',
  'integration/scope',
  'order/not-found',
  'order/changed',
  'order/offer-changed',
  'order/too-many',
  'order/not-refundable',
  'payment/not-found',
  'payment/forged',
  'invoice/changed',
  'signature/not-found',
  'contact/not-found',
  'contact/exists',
  'contact/stale',
  'contact/full',
  'field/invalid',
] as const
/** A code of the closed union: a thing's name and what stands in the way. */
export type RefusalCode = (typeof refusalCodes)[number]

/** What a refusal says beside its code: the field that is wrong, or all of them with their faults, and more. */
export type RefusalDetail = Readonly<Record<string, unknown>> & {
  readonly field?: string
  readonly faults?: readonly { readonly field: string; readonly message: string }[]
}

/** An expected "no". `detail` fills the blanks of its text; it holds nothing the caller may not see. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly detail: RefusalDetail

  constructor(code: RefusalCode, detail: RefusalDetail = {}, options?: ErrorOptions) {
    super(`${code} ${JSON.stringify(detail)}`, options)
    this.code = code
    this.detail = detail
  }
}

/** Whether asking again changes nothing: an expected "no" that is not about somebody being out of reach just now. */
export const isLastingRefusal = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.code !== 'service/unavailable'

/** For a promise's catch: null for an expected "no"; anything else is thrown on. */
export function nullWhenRefused(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}
