import { Pkcs11Failure } from '@moqi/trust/hsm/pkcs11-failure'
import type { ShelvedCertificate, TokenShelf } from '@moqi/trust/hsm/token-shelf'
import { CompanionFailure } from './companion-failure.ts'
import type { Question } from './question.ts'

const waitMs = 2 * 60_000
const pinTries = 3

/** Who asks for what, by which certificate. */
export type Asked = { origin: string; subject: string; shelved: ShelvedCertificate; question: Question }
type Pending = Asked & {
  secret: string
  fault: string
  left: number
  settle: (outcome: { answers: Buffer[] } | CompanionFailure) => void
}

/** One question at a time, put to the person at this computer: signed by a PIN typed here, or not at all. */
export class Asking {
  #shelf: Pick<TokenShelf, 'sign'>
  #random: (bytes: number) => Buffer
  #pending: Pending | null = null

  constructor(shelf: Pick<TokenShelf, 'sign'>, random: (bytes: number) => Buffer) {
    this.#shelf = shelf
    this.#random = random
  }

  /**
   * Waits until it is answered; `open` gets the secret of the page that asks. Throws `busy`, `cancelled`, `timed-out`,
   * `pin-spent`, `pin-locked`, `token-failed`; `ended` is whoever asked going away.
   */
  async ask(asked: Asked, open: (secret: string) => void, ended: AbortSignal): Promise<Buffer[]> {
    if (this.#pending) throw new CompanionFailure('busy')
    const secret = this.#random(24).toString('base64url')
    const { promise, resolve } = Promise.withResolvers<{ answers: Buffer[] } | CompanionFailure>()
    this.#pending = { ...asked, secret, fault: '', left: pinTries, settle: resolve }
    const timer = setTimeout(() => resolve(new CompanionFailure('timed-out')), waitMs)
    ended.addEventListener('abort', () => resolve(new CompanionFailure('cancelled')))
    try {
      open(secret)
      const outcome = await promise
      if (outcome instanceof CompanionFailure) throw outcome
      return outcome.answers
    } finally {
      clearTimeout(timer)
      this.#pending = null
    }
  }

  /** What waits under that secret; null when nothing does. */
  shown(secret: string): (Asked & { fault: string }) | null {
    return this.#pending?.secret === secret ? this.#pending : null
  }

  /** The person said no. */
  cancel(secret: string): void {
    if (this.#pending?.secret === secret) this.#pending.settle(new CompanionFailure('cancelled'))
  }

  /** Tries a PIN. Answers whether the question is over; a wrong PIN leaves it open, with words, three times. */
  async answer(secret: string, pin: string): Promise<boolean> {
    const pending = this.#pending
    if (pending?.secret !== secret) return true
    try {
      pending.settle({ answers: await this.#shelf.sign(pending.shelved, pin, pending.question.data) })
      return true
    } catch (error) {
      return this.#failed(pending, error)
    }
  }

  #failed(pending: Pending, error: unknown): boolean {
    const reason = error instanceof Pkcs11Failure ? error.reason : null
    if (reason === 'pin-wrong') {
      pending.left -= 1
      if (pending.left > 0) {
        pending.fault = `PIN码错误，本次还可输入${pending.left}次`
        return false
      }
      pending.settle(new CompanionFailure('pin-spent'))
      return true
    }
    pending.settle(new CompanionFailure(reason === 'pin-locked' ? reason : 'token-failed', { cause: error }))
    return true
  }
}
