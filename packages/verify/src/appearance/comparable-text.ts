import { dictOf, type PdfValue, textOf } from '@moqi/pdf/read/values'

/** PDFDocEncoding where it is not Latin-1 (ISO 32000-2 Annex D.3): 0x18 to 0x1f, and 0x80 to 0xa0. */
const documentTable = new Map<string, string>([
  ...entries(0x18, '˘ˇˆ˙˝˛˚˜'),
  ...entries(0x80, '•†‡…—–ƒ⁄‹›−‰„“”‘’‚™ﬁﬂŁŒŠŸŽıłœšž\ufffd€'),
])

function entries(from: number, characters: string): [string, string][] {
  return [...characters].map((character, at) => [String.fromCharCode(from + at), character])
}

const escape = '\u001b'

/** The text of a value: a string in any of its encodings, a name, or undefined. */
export function valueText(value: PdfValue | undefined): string | undefined {
  if (value?.kind === 'name') return value.value
  const text = textOf(value)
  if (text === undefined || value?.kind !== 'string') return undefined
  const marked = /^(?:\xfe\xff|\xef\xbb\xbf)/.test(value.bytes.toString('latin1', 0, 3))
  // A text in UTF-16 may name its language between two escapes (ISO 32000-2 7.9.2.2).
  if (marked)
    return text
      .split(escape)
      .filter((_, at) => at % 2 === 0)
      .join('')
  return [...text].map((character) => documentTable.get(character) ?? character).join('')
}

/** Digits set high, low or in a ring mean something else than plain ones. */
const setApart = /[\u00b2\u00b3\u00b9\u2070-\u209c\u2460-\u24ff]/

/**
 * V3: a text such that two are equal when they look alike: without blanks, which an appearance makes by moving on, and
 * with one form of each character.
 */
export function comparableText(text: string): string {
  return [...text]
    .map((character) => (setApart.test(character) ? character : character.normalize('NFKC')))
    .join('')
    .normalize('NFC')
    .replaceAll(/[\u00ad\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[\u2018\u2019\u02bc]/g, "'")
    .replaceAll(/[\s\p{Cc}\p{Cf}]/gu, '')
}

/** Text written from right to left is drawn in the order of the eye. */
export const isRightToLeft = (text: string): boolean => /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)

/** The text of a rich text string (ISO 32000-2 12.7.3.4), undefined for none. */
export function richText(value: PdfValue | undefined): string | undefined {
  if (dictOf(value)) return undefined
  const source = textOf(value)
  return source
    ?.replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&#(x?)([0-9a-f]{1,6});/gi, (_, hexadecimal: string, digits: string) =>
      character(Number.parseInt(digits, hexadecimal === '' ? 10 : 16)),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
}

const character = (point: number) => (point <= 0x10ffff ? String.fromCodePoint(point) : '')
