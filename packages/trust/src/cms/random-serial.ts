import { randomBytes } from 'node:crypto'

/** Sixteen random bytes that are a positive INTEGER without padding, for certificates and time-stamp tokens. */
export function randomSerial(): Buffer {
  const serial = randomBytes(16)
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  return serial
}
