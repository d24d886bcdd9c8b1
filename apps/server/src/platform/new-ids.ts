import { randomInt, randomUUIDv7 } from 'node:crypto'

/** The last 60 bits of a UUID, behind time, version and variant, stand in its text from here on, around one hyphen. */
const tailAt = 20
const hyphenAt = 23
const tailEnd = 1n << 60n
/** Wide enough that no id can be told from the one before, narrow enough for a hundred million of them. */
const widestStep = 2 ** 32

/**
 * Makes UUIDv7s of which each sorts after those made before it in this process, those of the same millisecond too
 * (RFC 9562, 6.2, method 2): node's own are in no order within one.
 */
export function newIds(make: () => string = randomUUIDv7): () => string {
  let last = ''
  return () => {
    const fresh = make()
    last = fresh > last ? fresh : after(last, make)
    return last
  }
}

function after(last: string, make: () => string): string {
  const tail = BigInt(`0x${last.slice(tailAt, hyphenAt)}${last.slice(hyphenAt + 1)}`) + BigInt(randomInt(1, widestStep))
  if (tail < tailEnd) {
    const digits = tail.toString(16).padStart(15, '0')
    return `${last.slice(0, tailAt)}${digits.slice(0, 3)}-${digits.slice(3)}`
  }
  // The millisecond is full: the next one is waited for.
  for (;;) {
    const fresh = make()
    if (fresh > last) return fresh
  }
}
