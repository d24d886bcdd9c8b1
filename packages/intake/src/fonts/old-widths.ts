import { PdfArray, type PdfDict, PdfNumber, type PdfObject, type PdfRef } from '@libpdf/core'
import { isLatinCid } from './gb1-characters.ts'
import type { TextEncoding } from './text-encoding.ts'

type Resolve = (ref: PdfRef) => PdfObject | null

/** Advance of a code in 1/1000 em; undefined when the file does not say it for certain. */
export type WidthOf = (code: number) => number | undefined

/** The widths of a CIDFont (ISO 32000-1 §9.7.4.3) by code, or undefined when they cannot be read. */
export function compositeWidths(descendant: PdfDict, encoding: TextEncoding, resolve: Resolve): WidthOf | undefined {
  const fallback = descendant.getNumber('DW', resolve)?.value ?? 1000
  const widths = cidWidths([...(descendant.getArray('W', resolve) ?? [])], resolve)
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
export function simpleWidths(font: PdfDict, resolve: Resolve): WidthOf | undefined {
  const widths = font.getArray('Widths', resolve)
  const first = font.getNumber('FirstChar', resolve)?.value
  if (!widths || first === undefined) return undefined
  const missing = font.getDict('FontDescriptor', resolve)?.getNumber('MissingWidth', resolve)?.value ?? 0
  return (code) => {
    if (code < first || code >= first + widths.length) return missing
    return numberOf(widths.at(code - first, resolve))
  }
}

/** A list `c [w1 w2 …]` or `first last w`, as a width for each CID. */
function cidWidths(list: readonly PdfObject[], resolve: Resolve): Map<number, number> | undefined {
  const items = PdfArray.of(...list)
  const widths = new Map<number, number>()
  for (let at = 0; at < items.length;) {
    const first = numberOf(items.at(at, resolve))
    const next = items.at(at + 1, resolve)
    const each = next instanceof PdfArray ? [...next].map((_, i) => numberOf(next.at(i, resolve))) : undefined
    const run = each ?? sameWidths(first, numberOf(next), numberOf(items.at(at + 2, resolve)))
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

function numberOf(value: PdfObject | undefined): number | undefined {
  return value instanceof PdfNumber ? value.value : undefined
}
