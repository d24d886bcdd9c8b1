import { comparableText } from './comparable-text.ts'

/** Classes of the Unicode Bidirectional Algorithm (UAX #9 3.2) that matter without explicit embeddings. */
type BidiClass = 'L' | 'R' | 'AL' | 'EN' | 'AN' | 'ES' | 'ET' | 'CS' | 'ON'

/** A character with the level it is drawn at: odd ones from right to left. */
export interface Levelled {
  text: string
  level: number
}

const classes: [RegExp, BidiClass][] = [
  [/[\d\u06f0-\u06f9]/, 'EN'],
  [/[\u0660-\u0669\u066b\u066c]/, 'AN'],
  [/[+\-\u2212]/, 'ES'],
  [/[,./:\u00a0]/, 'CS'],
  [/[#%\u00b0\u2030\u066a\p{Sc}]/u, 'ET'],
  [/[\p{L}\u200e]/u, 'L'],
]

function classOf(character: string): BidiClass {
  if (/[\p{L}\u061c]/u.test(character) && /[\p{Script=Arabic}\u061c]/u.test(character)) return 'AL'
  if (/[\p{L}\u200f]/u.test(character) && /[\p{Script=Hebrew}\u200f]/u.test(character)) return 'R'
  return classes.find(([pattern]) => pattern.test(character))?.[1] ?? 'ON'
}

/** The levels of a paragraph's characters, UAX #9 3.3.4 to 3.3.6, in comparable form: blanks are empty. */
export function levelsOf(paragraph: string, isRightToLeft: boolean): Levelled[] {
  const characters = [...paragraph.normalize('NFC')]
  const base: BidiClass = isRightToLeft ? 'R' : 'L'
  const kinds = resolveNeutrals(resolveWeak(characters, base), base)
  return characters.flatMap((character, at) => {
    const text = comparableText(character)
    const kind = kinds[at]
    const level = kind === 'R' ? 1 : kind === 'L' ? (isRightToLeft ? 2 : 0) : 2
    return text === '' ? [{ text, level }] : [...text].map((one) => ({ text: one, level }))
  })
}

/** W1 to W7: marks, numbers and what stands in them. */
function resolveWeak(characters: string[], base: BidiClass): BidiClass[] {
  const kinds: BidiClass[] = []
  let strong = base
  for (const [at, character] of characters.entries()) {
    let kind = /\p{M}/u.test(character) ? (kinds[at - 1] ?? base) : classOf(character)
    if (kind === 'L' || kind === 'R' || kind === 'AL') strong = kind
    if (kind === 'EN' && strong === 'AL') kind = 'AN'
    kinds.push(kind)
  }
  joinSeparators(kinds)
  joinTerminators(kinds)
  let last = base
  return kinds.map((kind) => {
    if (kind === 'L' || kind === 'R' || kind === 'AL') last = kind === 'AL' ? 'R' : kind
    if (kind === 'EN' && last === 'L') return 'L'
    if (kind === 'ES' || kind === 'CS' || kind === 'ET') return 'ON'
    return kind === 'AL' ? 'R' : kind
  })
}

function joinSeparators(kinds: BidiClass[]): void {
  for (const [at, kind] of kinds.entries()) {
    const before = kinds[at - 1]
    if (before !== kinds[at + 1]) continue
    if (before === 'EN' && (kind === 'ES' || kind === 'CS')) kinds[at] = 'EN'
    if (before === 'AN' && kind === 'CS') kinds[at] = 'AN'
  }
}

function joinTerminators(kinds: BidiClass[]): void {
  for (let at = 0; at < kinds.length; at += 1) if (kinds[at] === 'ET' && kinds[at - 1] === 'EN') kinds[at] = 'EN'
  for (let at = kinds.length - 1; at >= 0; at -= 1) if (kinds[at] === 'ET' && kinds[at + 1] === 'EN') kinds[at] = 'EN'
}

/** N1 and N2: what has no direction takes that of both its neighbours, or else the paragraph's. */
function resolveNeutrals(kinds: BidiClass[], base: BidiClass): BidiClass[] {
  const directionOf = (kind: BidiClass | undefined) => (kind === undefined ? base : kind === 'L' ? 'L' : 'R')
  const resolved = [...kinds]
  for (let at = 0; at < kinds.length;) {
    let end = at
    while (end < kinds.length && kinds[end] === 'ON') end += 1
    const [before, after] = [directionOf(kinds[at - 1]), directionOf(kinds[end])]
    if (end > at) resolved.fill(before === after ? before : base, at, end)
    at = end + 1
  }
  return resolved
}

/** L2: the characters of a line as they stand from left to right. */
export function drawnOrder(line: readonly Levelled[]): string[] {
  const order = [...line]
  for (const least of [2, 1]) {
    for (let at = 0; at < order.length;) {
      let end = at
      while ((order[end]?.level ?? 0) >= least) end += 1
      order.splice(at, end - at, ...order.slice(at, end).toReversed())
      at = end + 1
    }
  }
  return order.map(({ text }) => text)
}
