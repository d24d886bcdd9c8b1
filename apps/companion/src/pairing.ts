import { createHash, timingSafeEqual } from 'node:crypto'
import { CompanionFailure } from './companion-failure.ts'

const codeLifeMs = 2 * 60_000
const tries = 3
/** So many codes an origin in the window: guessing one in a million six times a minute comes to nothing. */
const codes = { count: 5, windowMs: 10 * 60_000 }

type Shown = { code: string; until: number; left: number }
/** What pairing takes from outside; `show` puts a code where the person at this computer sees it, and no page. */
export type PairingMeans = {
  now: () => number
  random: (bytes: number) => Buffer
  show: (origin: string, code: string) => void
}

/**
 * Which origins may ask: each by a token it was given for a code that the person read here and typed there. Tokens live
 * as long as this process.
 */
export class Pairing {
  #means: PairingMeans
  #shown = new Map<string, Shown>()
  #begun = new Map<string, number[]>()
  #tokens = new Map<string, Buffer[]>()

  constructor(means: PairingMeans) {
    this.#means = means
  }

  /** Shows a new code for an origin, in place of any before it. Throws `too-often`. */
  begin(origin: string): void {
    const now = this.#means.now()
    const begun = (this.#begun.get(origin) ?? []).filter((at) => at > now - codes.windowMs)
    if (begun.length >= codes.count) throw new CompanionFailure('too-often')
    this.#begun.set(origin, [...begun, now])
    const code = String(this.#means.random(6).readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
    this.#shown.set(origin, { code, until: now + codeLifeMs, left: tries })
    this.#means.show(origin, code)
  }

  /** Trades a code for a token, once. Throws `pair-wrong`; after three wrong ones another has to be shown. */
  finish(origin: string, typed: string): string {
    const shown = this.#shown.get(origin)
    if (!shown || shown.until < this.#means.now() || shown.left <= 0) throw new CompanionFailure('pair-wrong')
    if (!isSame(shown.code, typed.trim())) {
      shown.left -= 1
      throw new CompanionFailure('pair-wrong')
    }
    this.#shown.delete(origin)
    const token = this.#means.random(32).toString('base64url')
    this.#tokens.set(origin, [...(this.#tokens.get(origin) ?? []), digest(token)])
    return token
  }

  /** Whether that token was given to that origin. */
  knows(origin: string, token: string): boolean {
    return (this.#tokens.get(origin) ?? []).some((known) => timingSafeEqual(known, digest(token)))
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))
