/** Digits and capitals that none takes for another, after Crockford. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** So many letters of five bits: eighty bits nobody guesses, and somebody may type. */
const numberLength = 16
/** Beside a number fifty bits are enough: a wrong one is one try of few. */
const pageKeyLength = 10

function lettersOf(bytes: Uint8Array, length: number): string {
  let [bits, held] = [0, 0]
  let text = ''
  for (const byte of bytes) {
    bits = ((bits << 8) | byte) & 0xffff
    held += 8
    for (; held >= 5 && text.length < length; held -= 5) text += letters[(bits >> (held - 5)) & 31] ?? ''
  }
  return text
}

/** The number of a contract's printed copies out of at least 10 random bytes: 16 letters and digits. */
export const copyNumberOf = (bytes: Uint8Array): string => lettersOf(bytes, numberLength)

/** What of a page's code is no number, out of at least 7 random bytes. */
export const pageKeyOf = (bytes: Uint8Array): string => lettersOf(bytes, pageKeyLength)

/** As somebody types it: in any case, with blanks or strokes, O for 0, I or L for 1. Null when it is no number. */
export function readCopyNumber(typed: string): string | null {
  const text = typed
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return text.length === numberLength && [...text].every((letter) => letters.includes(letter)) ? text : null
}

/** As it stands on paper: XXXX-XXXX-XXXX-XXXX. */
export const writtenCopyNumber = (number: string): string => (number.match(/.{1,4}/g) ?? []).join('-')

/** A company as a stranger sees it: the first two and the last two characters; a short one its first. */
export function maskCompany(name: string): string {
  const all = [...name]
  if (all.length < 6) return `${all[0] ?? ''}***`
  return `${all.slice(0, 2).join('')}***${all.slice(-2).join('')}`
}
