import { createHmac, timingSafeEqual } from 'node:crypto'

/** Time-based one-time passwords as every authenticator makes them: RFC 6238 with SHA-1, 30 s and six digits. */

const stepMs = 30_000
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The six digits of a step of 30 s since the epoch (RFC 4226 §5.3). */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0x0f
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The step of a moment, ms since epoch. */
export const totpStep = (at: number): number => Math.floor(at / stepMs)

/**
 * Which step a code is of: the present one or a neighbour, for clocks that differ, and later than `after`, so that none
 * works twice (RFC 6238 §5.2). Null for any other code.
 */
export function matchingStep(
  secret: Buffer,
  { code, at, after }: { code: string; at: number; after: number },
): number | null {
  const now = totpStep(at)
  const given = Buffer.from(code)
  const fits = (step: number) => {
    const made = Buffer.from(totpCode(secret, step))
    return made.length === given.length && timingSafeEqual(made, given)
  }
  return [now - 1, now, now + 1].find((step) => step > after && fits(step)) ?? null
}

/** Bytes as people type them: RFC 4648 base 32 without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}
