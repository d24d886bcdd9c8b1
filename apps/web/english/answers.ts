/**
 * What the server words itself comes in Chinese: refusals, notices, lines of logs. A browser that was served in English
 * puts it into English as it reads an answer. This file runs there, by itself: it imports nothing.
 */

/** The fields of answers that the server words; everything else is data, in whatever language it was written. */
const worded = new Set(
  (
    'message label kindLabel statusLabel wayLabel stateText dictLabel eventLabel text outcome hint warningArray ' +
    'signBeforeCheckInfo pwdRemindStr reason conclusion coverage clause detail identity integrity level permission ' +
    'statedReason verdict certificateStatus testNote deviceName roleName packName title'
  ).split(' '),
)

const chineseSign = /[\p{Script=Han}\u3001-\u303f\uff01-\uff5e]/u

type Pattern = { pieces: readonly string[]; slots: readonly number[]; english: string }
type Speech = { exact: ReadonlyMap<string, string>; patterns: readonly Pattern[] }

/** A reviver for `JSON.parse` that puts into English what the server words. `words`: English by Chinese, with slots. */
export function inEnglish(words: Readonly<Record<string, string>>): (key: string, value: unknown) => unknown {
  const speech = speechOf(words)
  return (key, value) => {
    if (!worded.has(key)) return value
    return Array.isArray(value) ? value.map((one) => said(one, speech)) : said(value, speech)
  }
}

const said = (value: unknown, speech: Speech) => (typeof value === 'string' ? spoken(value, speech, 0) : value)

function speechOf(words: Readonly<Record<string, string>>): Speech {
  const exact = new Map<string, string>()
  const patterns: Pattern[] = []
  for (const [chinese, english] of Object.entries(words)) {
    const slots = [...chinese.matchAll(/\{(\d+)\}/g)].map(([, slot]) => Number(slot))
    if (slots.length === 0) exact.set(chinese, english)
    else patterns.push({ pieces: chinese.split(/\{\d+\}/), slots, english })
  }
  const lengthOf = ({ pieces }: Pattern) => pieces.join('').length
  // A text was made by the pattern that says most of it.
  return { exact, patterns: patterns.toSorted((a, b) => lengthOf(b) - lengthOf(a)) }
}

/** How deep a text of the server's may stand within another. */
const deepest = 3

function spoken(text: string, speech: Speech, depth: number): string {
  const whole = speech.exact.get(text)
  if (whole !== undefined || depth === deepest || !chineseSign.test(text)) return whole ?? text
  for (const { pieces, slots, english } of speech.patterns) {
    const held = heldBy(text, pieces)
    if (!held) continue
    const filled = new Map(slots.map((slot, at) => [slot, spoken(held[at] ?? '', speech, depth + 1)]))
    return english.replaceAll(/\{(\d+)\}/g, (_, slot: string) => filled.get(Number(slot)) ?? '')
  }
  return text
}

/** What stands between the pieces of a pattern in a text; null where the text was not made by it. */
function heldBy(text: string, pieces: readonly string[]): readonly string[] | null {
  const [first = '', ...rest] = pieces
  const last = rest.at(-1) ?? ''
  if (!pieces.some((piece) => chineseSign.test(piece))) return null
  if (!text.startsWith(first) || !text.endsWith(last) || first.length + last.length > text.length) return null
  const held: string[] = []
  let at = first.length
  for (const [index, piece] of rest.entries()) {
    const isLast = index === rest.length - 1
    const next = isLast ? text.length - last.length : text.indexOf(piece, at)
    // Of two slots side by side nobody can tell where one ends.
    if (next < at || (piece === '' && !isLast)) return null
    held.push(text.slice(at, next))
    at = next + piece.length
  }
  return held
}
