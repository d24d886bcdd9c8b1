import { comparable, comparableText } from './normalise-text.ts'
import type { PageCharacter, TextBox } from './page-characters.ts'

/** One occurrence: a box for each line it runs over, in reading order. */
export interface TextMatch {
  readonly page: number
  readonly boxes: readonly TextBox[]
}

/** A keyword made comparable; written ^like this^ it is found as a whole word only. */
export interface Keyword {
  readonly text: string
  readonly whole: boolean
}

/** Reads a keyword as typed; `text` is empty when nothing comparable is in it. */
export function keywordOf(typed: string): Keyword {
  const whole = /^\s*\^(.+)\^\s*$/su.exec(typed)
  return { text: comparableText(whole?.[1] ?? typed), whole: whole !== null }
}

/** Finds a keyword on a page, across lines, without overlaps, in reading order. */
export function matchesOnPage(page: number, characters: readonly PageCharacter[], keyword: Keyword): TextMatch[] {
  if (keyword.text === '') return []
  // One entry a compared UTF-16 unit: which character it comes from.
  const origins: number[] = []
  let text = ''
  for (const [index, { text: character }] of characters.entries()) {
    const compared = comparable(character)
    text += compared
    for (let unit = 0; unit < compared.length; unit++) origins.push(index)
  }
  const matches: TextMatch[] = []
  for (let at = text.indexOf(keyword.text); at !== -1;) {
    const first = origins[at] ?? 0
    const last = origins[at + keyword.text.length - 1] ?? first
    const boxes = lines(characters.slice(first, last + 1))
    const fits = boxes.length > 0 && (!keyword.whole || standsAlone(characters, first, last))
    if (fits) matches.push({ page, boxes })
    at = text.indexOf(keyword.text, at + (fits ? keyword.text.length : 1))
  }
  return matches
}

/** White space and line ends bound a word, as punctuation does. */
function standsAlone(characters: readonly PageCharacter[], first: number, last: number): boolean {
  const isWord = (index: number) => /[\p{L}\p{N}]/u.test(characters[index]?.text ?? '')
  return !isWord(first - 1) && !isWord(last + 1)
}

/** The ink of each line, told apart by the cells: a comma's ink lies beside that of the character before it. */
function lines(characters: readonly PageCharacter[]): TextBox[] {
  const found: { box: TextBox; cell: TextBox }[] = []
  for (const { place } of characters) {
    if (!place) continue
    const line = found.at(-1)
    if (!line || !follows(line.cell, place.cell)) found.push(place)
    else found[found.length - 1] = { box: around(line.box, place.box), cell: around(line.cell, place.cell) }
  }
  return found.map(({ box }) => box)
}

/** Whether a cell continues a line: at its height, and not back at the margin. */
function follows(line: TextBox, { x, y, height }: TextBox): boolean {
  const middle = y + height / 2
  return Math.abs(middle - (line.y + line.height / 2)) < Math.min(height, line.height) / 4 && x >= line.x
}

function around(one: TextBox, other: TextBox): TextBox {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
  const right = Math.max(one.x + one.width, other.x + other.width)
  const bottom = Math.max(one.y + one.height, other.y + other.height)
  return { x, y, width: right - x, height: bottom - y }
}
