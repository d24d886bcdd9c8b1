/** Ends of a file, and of signatures, that are tried. */
const fallbackTries = 40

/** Where `%%EOF` stands: the last of them, then those that signatures end at, however many were put behind. */
export function* possibleEnds(bytes: Buffer): Generator<number> {
  let end = bytes.length
  for (let attempt = 0; attempt < fallbackTries; attempt += 1) {
    const mark = bytes.lastIndexOf('%%EOF', end - 5, 'latin1')
    if (end < 5 || mark < 0) return
    yield mark
    end = mark
  }
  for (const signedEnd of signedEnds(bytes).filter((one) => one <= end)) {
    const mark = bytes.lastIndexOf('%%EOF', signedEnd - 5, 'latin1')
    if (mark >= 0) yield mark
  }
}

/** Where the first byte ranges of a file end, the last end first: the true ones stand before whatever came later. */
function signedEnds(bytes: Buffer): number[] {
  const ends = new Set<number>()
  const key = '/ByteRange'
  for (let at = bytes.indexOf(key, 0, 'latin1'); at >= 0; at = bytes.indexOf(key, at + key.length, 'latin1')) {
    const source = bytes.toString('latin1', at + key.length, at + 96)
    const [, start, length] = /^\s*\[\s*0+\s+\d+\s+(\d{1,10})\s+(\d{1,10})\s*\]/.exec(source) ?? []
    if (start !== undefined) ends.add(Number(start) + Number(length))
    if (ends.size >= fallbackTries) break
  }
  return [...ends].toSorted((one, other) => other - one)
}
