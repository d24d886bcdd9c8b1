import { type Catalogue, type Piece, piecesOf } from './catalogue.ts'
import { findTexts, type Text } from './find-texts.ts'
import type { Span } from './syntax.ts'

/**
 * A script of the build with its texts in English. What the catalogue lacks stays Chinese, and `missing` hears of it.
 */
export function translateScript(code: string, catalogue: Catalogue, missing: (chinese: string) => void): string {
  const translated = (texts: readonly Text[], span: Span): string => {
    let made = ''
    let at = span.start
    for (const text of texts) {
      // Of a text that is written anew, what stands in its slots was written with it.
      if (text.start < at) continue
      const english = catalogue.get(text.key)
      if (english === undefined) missing(text.key)
      if (typeof english !== 'string') continue
      const codes = text.slots.map((slot) => translated(within(texts, slot), slot))
      made += code.slice(at, text.start) + written(text, english, codes)
      at = text.end
    }
    return made + code.slice(at, span.end)
  }
  return translated(findTexts(code), { start: 0, end: code.length })
}

const within = (texts: readonly Text[], { start, end }: Span) =>
  texts.filter((text) => text.start >= start && text.end <= end)

/** The code that makes an English text out of the code of its slots. */
function written({ shape }: Text, english: string, codes: readonly string[]): string {
  const pieces = piecesOf(english)
  if (shape === 'children') return `[${pieces.map((piece) => childOf(piece, codes)).join(',')}]`
  if (pieces.every((piece) => typeof piece === 'string')) return JSON.stringify(english)
  return `\`${pieces.map((piece) => (typeof piece === 'string' ? escaped(piece) : `\${${childOf(piece, codes)}}`)).join('')}\``
}

const escaped = (words: string) => words.replace(/[\\`]|\$(?=\{)/g, (sign) => `\\${sign}`)

function childOf(piece: Piece, codes: readonly string[]): string {
  if (typeof piece === 'string') return JSON.stringify(piece)
  const code = codes[piece.slot] ?? '""'
  if (!piece.words) return code
  // A count may come as a number or written out.
  return `(String(${code})==="1"?${JSON.stringify(piece.words.single)}:${JSON.stringify(piece.words.several)})`
}
