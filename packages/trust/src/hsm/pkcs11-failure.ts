/** Why a token did not do what it was asked. */
export type Pkcs11FailureReason =
  | 'binding-missing'
  | 'module-unusable'
  | 'token-missing'
  | 'pin-wrong'
  | 'pin-locked'
  | 'key-missing'
  | 'key-ambiguous'
  | 'key-other'
  | 'refused'
  | 'lost'

/** A token, its module or its binding failed; `code` is the CKR_ number where the token gave one. */
export class Pkcs11Failure extends Error {
  override name = 'Pkcs11Failure'
  readonly reason: Pkcs11FailureReason
  readonly code: number | null

  constructor(reason: Pkcs11FailureReason, detail: string, options?: ErrorOptions & { code?: number | null }) {
    super(`${reason}: ${detail}`, options)
    this.reason = reason
    this.code = options?.code ?? null
  }
}

/** PIN_INCORRECT, PIN_INVALID, PIN_LEN_RANGE. */
const wrongPin = new Set([0xa0, 0xa1, 0xa2])
const pinLocked = 0xa4
/** What a token answers after it was unplugged, restarted or logged out: device, session, object, login, library. */
const lost = new Set([0x30, 0x31, 0x32, 0x60, 0x82, 0xb0, 0xb3, 0xe0, 0x101, 0x190])

/** A token's error as a failure; one that is a failure already stays what it is. */
export function failureOf(error: unknown): Pkcs11Failure {
  if (error instanceof Pkcs11Failure) return error
  const code = codeOf(error)
  const detail = error instanceof Error ? error.message : String(error)
  return new Pkcs11Failure(reasonOf(code), detail, { cause: error, code })
}

function reasonOf(code: number | null): Pkcs11FailureReason {
  if (code === null) return 'refused'
  if (wrongPin.has(code)) return 'pin-wrong'
  if (code === pinLocked) return 'pin-locked'
  return lost.has(code) ? 'lost' : 'refused'
}

/** The CKR_ number of an error of the binding. */
export function codeOf(error: unknown): number | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : null
}
