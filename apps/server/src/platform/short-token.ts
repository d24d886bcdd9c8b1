import type { Deps } from '#src/platform/deps.ts'

const alphabet = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** How many letters and digits fit the link of an SMS: 64 bits. */
export const shortLength = 11

/**
 * A random name of letters and digits, as many as fit an SMS unless told. None looks like another, and phones end a
 * link before a hyphen or an underscore.
 */
export function shortToken({ random }: Pick<Deps, 'random'>, length: number = shortLength): string {
  const bytes = random(2 * length)
  // Of 65,536 values each letter gets 1,110 or 1,111: as good as evenly.
  return Array.from({ length }, (_, at) => alphabet[bytes.readUInt16BE(2 * at) % alphabet.length]).join('')
}
