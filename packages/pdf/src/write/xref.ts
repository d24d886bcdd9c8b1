import type { Ref, XrefStyle } from './pdf-syntax.ts'

/** Where an object begins, in bytes from the start of the file. */
export interface Entry extends Ref {
  offset: number
}

/** What one cross-reference section says. */
export interface Section {
  style: XrefStyle
  /** Sorted by object number. */
  entries: Entry[]
  /** The trailer's /Size: one more than the highest object number. */
  size: number
  /** Offset of the section before. */
  previous: number
}

/** A classic section and its trailer (ISO 32000-1 §7.5.4 and §7.5.5). */
export function xrefTable({ style, entries, size, previous }: Section): string {
  const runs = consecutiveRuns(entries).map((run) => `${firstOf(run)} ${run.length}\n${run.map(tableEntry).join('')}`)
  return `xref\n${runs.join('')}trailer\n<</Size ${size}${style.trailer}/Prev ${previous}>>\n`
}

/** Twenty bytes, always. */
const tableEntry = ({ offset, generation }: Entry) =>
  `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`

const offsetWidth = 5
const generationWidth = 2

/** The same as a stream (§7.5.8), whose own entry is among `entries`. Uncompressed: it is short. */
export function xrefStream({ style, entries, size, previous }: Section): { dict: string; data: Buffer } {
  const width = 1 + offsetWidth + generationWidth
  const data = Buffer.alloc(entries.length * width)
  entries.forEach(({ offset, generation }, index) => {
    const at = index * width
    data[at] = 1
    data.writeUIntBE(offset, at + 1, offsetWidth)
    data.writeUIntBE(generation, at + 1 + offsetWidth, generationWidth)
  })
  const index = consecutiveRuns(entries).map((run) => `${firstOf(run)} ${run.length}`)
  const dict =
    `/Type/XRef/Size ${size}/W[1 ${offsetWidth} ${generationWidth}]/Index[${index.join(' ')}]` +
    `${style.trailer}/Prev ${previous}`
  return { dict, data }
}

const firstOf = (run: Entry[]) => run[0]?.number ?? 0

function consecutiveRuns(entries: Entry[]): Entry[][] {
  const runs: Entry[][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    if (run?.at(-1)?.number === entry.number - 1) run.push(entry)
    else runs.push([entry])
  }
  return runs
}
