const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const gbk = new TextDecoder('gbk', { fatal: true })

/** A name in UTF-8, or in GBK as older Chinese writers have it; undefined when it is neither. */
export function decodeName(bytes: Buffer): string | undefined {
  for (const decoder of [utf8, gbk]) {
    try {
      return decoder.decode(bytes)
    } catch {
      continue
    }
  }
  return undefined
}

/** Whether a name leads to one place in the package, whoever unpacks it. */
export function isPlainName(name: string): boolean {
  if (name === '' || name.startsWith('/') || name.length > 1000) return false
  // oxlint and readers alike: control characters, drives, backslashes and streams mean different things elsewhere.
  if (/[\\:*?"<>|]|\p{Cc}/u.test(name)) return false
  return name
    .replace(/\/$/, '')
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..' && !/[. ]$/.test(part))
}

/** Info-ZIP's Unicode path (0x7075) gives an entry a second name, which some readers heed. */
const unicodePath = 0x7075

/** Whether the extra fields of an entry may name it otherwise; what cannot be read may. */
export function namesAnother(extra: Buffer): boolean {
  let at = 0
  while (at + 4 <= extra.length) {
    if (extra.readUInt16LE(at) === unicodePath) return true
    at += 4 + extra.readUInt16LE(at + 2)
  }
  return false
}
