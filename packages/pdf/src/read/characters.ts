/** Character classes of ISO 32000-2 7.2.3, as tables over byte values. */
const whitespaceTable = table('\0\t\n\f\r ')
const delimiterTable = table('()<>[]{}/%')

function table(characters: string): Uint8Array {
  const flags = new Uint8Array(256)
  for (const character of characters) flags[character.charCodeAt(0)] = 1
  return flags
}

/** NUL, tab, line feed, form feed, carriage return, space. */
export function isWhitespace(byte: number | undefined): boolean {
  return byte !== undefined && whitespaceTable[byte] === 1
}

/** Neither white space nor a delimiter; false at the end of the bytes. */
export function isRegular(byte: number | undefined): boolean {
  return byte !== undefined && whitespaceTable[byte] === 0 && delimiterTable[byte] === 0
}

/** `0` to `9`. */
export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39
}

/** The value of a hexadecimal digit, or -1. */
export function hexValue(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

/** The first offset at or after `at` that is no white space. */
export function skipWhitespace(bytes: Buffer, at: number, end = bytes.length): number {
  let position = at
  while (position < end && isWhitespace(bytes[position])) position += 1
  return position
}

/** The first offset at or after `at` that is neither white space nor inside a comment. */
export function skipBlank(bytes: Buffer, at: number, end = bytes.length): number {
  let position = skipWhitespace(bytes, at, end)
  while (position < end && bytes[position] === 0x25) {
    while (position < end && bytes[position] !== 0x0a && bytes[position] !== 0x0d) position += 1
    position = skipWhitespace(bytes, position, end)
  }
  return position
}
