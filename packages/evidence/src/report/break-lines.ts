/** What must not begin a line (GB/T 15834), and what must not end one. */
const notFirst = /[，。、；：？！）》」』】〉％…—～,.;:?!)\]}%]/u
const notLast = /[（《「『【〈([{]/u
const pieces = /[\x21-\x7e]+|\s+|[^\x21-\x7e\s]/gu

/** Breaks text into lines of at most `width`; CJK breaks anywhere it may, Latin words only when alone too long. */
export function breakLines(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of text.match(pieces) ?? []) {
    if (measure(line + piece) <= width) {
      line += piece
      continue
    }
    const carried = carry(line, piece)
    if (line.length > carried.length) lines.push(line.slice(0, line.length - carried.length).trimEnd())
    line = carried + piece.trimStart()
    while (measure(line) > width) {
      const head = fitting(line, width, measure)
      lines.push(head)
      line = line.slice(head.length)
    }
  }
  return line.trimEnd() || lines.length === 0 ? [...lines, line.trimEnd()] : lines
}

/** What of a full line goes down with the piece that follows. */
function carry(line: string, piece: string): string {
  const last = [...line].at(-1) ?? ''
  const parted = notFirst.test(piece[0] ?? '') || notLast.test(last)
  // A Latin word stays whole: only a single sign is taken along.
  return parted && [...line].length > 1 && !/[\x21-\x7e]/.test(last) ? last : ''
}

/** As many characters as fit, at least one. */
function fitting(text: string, width: number, measure: (text: string) => number): string {
  const characters = [...text]
  let count = 1
  while (count < characters.length && measure(characters.slice(0, count + 1).join('')) <= width) count++
  return characters.slice(0, count).join('')
}
