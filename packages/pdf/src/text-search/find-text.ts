import { loadPdfium, type Pdfium } from '../page-image/pdfium-memory.ts'
import { type PageCharacter, pageCharacters, type TextBox } from './page-characters.ts'

/** Which occurrences count: on these pages (from 1; default all), and below a place (page, mm from its top). */
export interface FindOptions {
  readonly pages?: readonly number[] | undefined
  readonly from?: { readonly page: number; readonly y: number } | undefined
}

/**
 * Which of the occurrences is meant: the `index`-th (from 1, default 1) from the first or, the default, from the
 * last.
 */
export interface Choice {
  readonly order?: 'first' | 'last' | undefined
  readonly index?: number | undefined
}

/** The file cannot be opened. */
export class TextSearchRefusal extends Error {
  override name = 'TextSearchRefusal'
  /** Whether it takes a password that was not given. */
  readonly isLocked: boolean

  constructor(message: string, isLocked = false) {
    super(message)
    this.isLocked = isLocked
  }
}

/** FPDF_ERR_PASSWORD. */
const passwordWanted = 4

let loading: Promise<Pdfium> | undefined

async function openPdfium(): Promise<Pdfium> {
  const pdfium = await loadPdfium()
  pdfium.call.PDFiumExt_Init()
  return pdfium
}

/**
 * All occurrences of a keyword in a PDF's text, in reading order, boxes in mm. White space, case, width and look-alike
 * punctuation make no difference; ^keyword^ is a whole word. Pictures of text are not searched. Throws
 * TextSearchRefusal. Runs in the calling thread: see textSearchPool.
 */
export function findText(bytes: Buffer, typed: string, options: FindOptions = {}): Promise<TextMatch[]> {
  const keyword = keywordOf(typed)
  return openPdf(bytes, (pdfium, document) => {
    const numbers = Array.from({ length: pdfium.call.FPDF_GetPageCount(document) }, (_, index) => index + 1)
    return numbers
      .filter((page) => !options.pages || options.pages.includes(page))
      .flatMap((page) => {
        const find = (handle: number) => matchesOnPage(page, pageCharacters(pdfium, handle), keyword)
        return onPage(pdfium, document, page, find) ?? []
      })
      .filter((match) => isBelow(match, options.from))
  })
}

/** Opens a PDF (an FPDF_DOCUMENT) for as long as `work` takes. Throws TextSearchRefusal. */
export async function openPdf<T>(bytes: Buffer, work: (pdfium: Pdfium, document: number) => T): Promise<T> {
  const pdfium = await (loading ??= openPdfium())
  const { call } = pdfium
  const memory = pdfium.place(bytes)
  const document = call.FPDF_LoadMemDocument(memory, bytes.length, '')
  try {
    if (document === 0) throw new TextSearchRefusal('文件已损坏或无法解析', call.FPDF_GetLastError() === passwordWanted)
    return work(pdfium, document)
  } finally {
    if (document !== 0) call.FPDF_CloseDocument(document)
    pdfium.free(memory)
  }
}

/** The meant one of several occurrences; undefined when there are not that many. */
export function chosenMatch(
  matches: readonly TextMatch[],
  { order = 'last', index = 1 }: Choice,
): TextMatch | undefined {
  return index < 1 ? undefined : matches.at(order === 'last' ? -index : index - 1)
}

/** Opens a page (an FPDF_PAGE) counted from 1; undefined when it cannot be opened. */
export function onPage<T>(
  { call }: Pdfium,
  document: number,
  page: number,
  read: (handle: number) => T,
): T | undefined {
  const handle = call.FPDF_LoadPage(document, page - 1)
  if (handle === 0) return undefined
  try {
    return read(handle)
  } finally {
    call.FPDF_ClosePage(handle)
  }
}

function isBelow({ page, boxes }: TextMatch, from: FindOptions['from']): boolean {
  if (!from) return true
  return page > from.page || (page === from.page && (boxes[0]?.y ?? 0) >= from.y)
}

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
export function follows(line: TextBox, { x, y, height }: TextBox): boolean {
  const middle = y + height / 2
  return Math.abs(middle - (line.y + line.height / 2)) < Math.min(height, line.height) / 4 && x >= line.x
}

function around(one: TextBox, other: TextBox): TextBox {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
  const right = Math.max(one.x + one.width, other.x + other.width)
  const bottom = Math.max(one.y + one.height, other.y + other.height)
  return { x, y, width: right - x, height: bottom - y }
}

/** Marks that writers use for each other, after NFKC has made full-width forms half-width. */
const alike = new Map([
  ['“', '"'],
  ['”', '"'],
  ['„', '"'],
  ['「', '"'],
  ['」', '"'],
  ['‘', "'"],
  ['’', "'"],
  ['。', '.'],
  ['、', ','],
  ['《', '<'],
  ['》', '>'],
  ['〈', '<'],
  ['〉', '>'],
  ['【', '['],
  ['】', ']'],
  ['〔', '['],
  ['〕', ']'],
  ['—', '-'],
  ['–', '-'],
  ['―', '-'],
  ['─', '-'],
  ['‐', '-'],
  ['‑', '-'],
  ['•', '·'],
  ['・', '·'],
])

/** Where a comparable word first stands in a text as it reads: `[from, to)` in UTF-16 units; null when it does not. */
export function wordPlace(text: string, word: string): readonly [number, number] | null {
  const starts: number[] = []
  let compared = ''
  let at = 0
  for (const character of text) {
    const plain = comparable(character)
    compared += plain
    for (let unit = 0; unit < plain.length; unit++) starts.push(at)
    at += character.length
  }
  const found = word === '' ? -1 : compared.indexOf(word)
  const from = starts[found]
  const last = starts[found + word.length - 1]
  if (from === undefined || last === undefined) return null
  return [from, last + String.fromCodePoint(text.codePointAt(last) ?? 0).length]
}

/** What characters have been made comparable to: a text has many characters and few different ones. */
const known = new Map<string, string>()
const mostKnown = 1 << 16

/** What of a character is compared: no white space, no case, no difference of width or of look-alike punctuation. */
export function comparable(character: string): string {
  const before = known.get(character)
  if (before !== undefined) return before
  const plain = character.normalize('NFKC').replace(/[\s\u200b\ufeff]/g, '')
  const made = [...plain.toLowerCase()].map((one) => alike.get(one) ?? one).join('')
  if (known.size < mostKnown) known.set(character, made)
  return made
}

/** As `comparable` for a whole text. */
export function comparableText(text: string): string {
  let compared = ''
  for (const character of text) compared += comparable(character)
  return compared
}
