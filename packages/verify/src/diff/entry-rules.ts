import { equalValues } from '@moqi/pdf/graph/equal'
import { rectOf } from '@moqi/pdf/graph/fields'
import { inherited } from '@moqi/pdf/graph/inherited'
import { drawsLook } from '@moqi/pdf/graph/visibility'
import type { View } from '@moqi/pdf/read/pdf-file'
import { dictOf, integerOf, itemsOf, type PdfDict, type PdfValue } from '@moqi/pdf/read/values'
import type { RevisionPair, Versions } from './revision-pair.ts'

/** D18, D20: entries that signing or filling in may set, within bounds. */
export function entriesFit(pair: RevisionPair, type: string | undefined, keys: string[], versions: Versions): boolean {
  const isFilled = ['V', 'AP', 'AS'].some((key) => keys.includes(key))
  return keys.every((key) => {
    // D33: a widget in a tagged file gets its structure number.
    if (key === 'StructParent') return !versions.before.entries.has('StructParent')
    if (key === 'Rect') return vanishes(pair, versions)
    if (key === 'TI') return type === 'Ch' && isFilled && isOption(pair.newer.view, versions.after)
    return key !== 'MK' || type === 'Sig' || (isFilled && sameFrame(pair, versions))
  })
}

/** D18: PDFBox takes the place from a field that shows nothing, and signs it without. */
function vanishes({ older, newer }: RevisionPair, { before, after }: Versions): boolean {
  const rect = rectOf(newer.view, after)
  const isPoint = rect !== undefined && rect[0] === rect[2] && rect[1] === rect[3]
  return isPoint && !drawsLook(older.view, before) && !drawsLook(newer.view, after)
}

/** D20: where a list begins to be shown (ISO 32000-2 Table 234). */
function isOption(view: View, field: PdfDict): boolean {
  const [first, options] = [integerOf(view.get(field, 'TI')), itemsOf(inherited(view, field, 'Opt'))]
  return first !== undefined && first >= 0 && first < options.length
}

/** D20: Firefox writes the frame of what it fills in anew: the same colours in RGB, and no caption of a box. */
function sameFrame({ older, newer }: RevisionPair, { before, after }: Versions): boolean {
  const [was, is] = [dictOf(older.view.get(before, 'MK')), dictOf(newer.view.get(after, 'MK'))]
  const keys = new Set([...(was?.entries.keys() ?? []), ...(is?.entries.keys() ?? [])])
  return [...keys].every((key) => {
    const [old, now] = [older.view.get(was, key), newer.view.get(is, key)]
    if (equalValues(old, now)) return true
    if (key === 'R') return turnOf(old) === turnOf(now)
    if (key === 'BC' || key === 'BG') return colourOf(older.view, old) === colourOf(newer.view, now)
    return key === 'CA' && now.kind === 'null' && !isPushButton(newer.view, after)
  })
}

const turnOf = (value: PdfValue) => (value.kind === 'null' ? 0 : integerOf(value))

const pushButton = 1 << 16

const isPushButton = (view: View, field: PdfDict) => ((integerOf(inherited(view, field, 'Ff')) ?? 0) & pushButton) !== 0

/** To eight bits a component; grey in three of them. */
function colourOf(view: View, value: PdfValue): string {
  const parts = itemsOf(value).map((item) => {
    const one = view.resolve(item)
    return one.kind === 'number' ? Math.round(one.value * 255) : Number.NaN
  })
  const [grey] = parts
  return parts.length === 1 ? [grey, grey, grey].join(' ') : parts.join(' ')
}
