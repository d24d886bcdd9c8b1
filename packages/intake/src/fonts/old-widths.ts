import type { View } from '@moqi/pdf/read/pdf-file'
import { numberOf, type PdfDict, type PdfValue } from '@moqi/pdf/read/values'
import { isLatinCid } from './gb1-characters.ts'
import type { TextEncoding } from './text-encoding.ts'

/** Advance of a code in 1/1000 em; undefined when the file does not say it for certain. */
export type WidthOf = (code: number) => number | undefined

/** The widths of a CIDFont (ISO 32000-1 §9.7.4.3) by code, or undefined when they cannot be read. */
export function compositeWidths(view: View, descendant: PdfDict, encoding: TextEncoding): WidthOf | undefined {
  const fallback = view.number(descendant, 'DW') ?? 1000
  const widths = cidWidths(view, view.items(descendant, 'W'))
  if (!widths) return undefined
  // A character outside GB 2312 has a CID that is not known here, and the default width unless the list goes that far.
  const latinOnly = [...widths.keys()].every(isLatinCid)
  return (code) => {
    const cid = encoding.cidOf(code)
    if (cid !== undefined) return widths.get(cid) ?? fallback
    return widths.size === 0 || (latinOnly && (encoding.characterOf(code) ?? '') >= '\u2e80') ? fallback : undefined
  }
}

/** The widths of a one-byte font (§9.6.2), or undefined when it has none. */
export function simpleWidths(view: View, font: PdfDict): WidthOf | undefined {
  const widths = view.items(font, 'Widths')
  const first = view.number(font, 'FirstChar')
  if (view.get(font, 'Widths').kind !== 'array' || first === undefined) return undefined
  const missing = view.number(view.dict(font, 'FontDescriptor'), 'MissingWidth') ?? 0
  return (code) => {
    if (code < first || code >= first + widths.length) return missing
    return numberOf(widths[code - first])
  }
}

/** A list `c [w1 w2 …]` or `first last w`, as a width for each CID. */
function cidWidths(view: View, items: readonly PdfValue[]): Map<number, number> | undefined {
  const widths = new Map<number, number>()
  for (let at = 0; at < items.length;) {
    const first = numberOf(items[at])
    const next = items[at + 1]
    const each = next?.kind === 'array' ? next.items.map((item) => numberOf(view.resolve(item))) : undefined
    const run = each ?? sameWidths(first, numberOf(next), numberOf(items[at + 2]))
    if (first === undefined || !run) return undefined
    for (const [i, width] of run.entries()) {
      if (width === undefined) return undefined
      widths.set(first + i, width)
    }
    at += each ? 2 : 3
  }
  return widths
}

function sameWidths(first?: number, last?: number, width?: number): (number | undefined)[] | undefined {
  if (first === undefined || last === undefined || width === undefined) return undefined
  const count = last - first + 1
  return count >= 0 && last <= 0xffff && first >= 0 ? Array.from({ length: count }, () => width) : undefined
}
