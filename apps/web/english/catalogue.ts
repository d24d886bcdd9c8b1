import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** English by the Chinese it stands for; null where it stays Chinese: what is carved, searched for or a name. */
export type Catalogue = ReadonlyMap<string, string | null>

/** Files of JSON, each `{ "共{0}份": "{0} cop{0|y|ies} in all" }`, in the order of the Chinese. */
const catalogue = join(import.meta.dirname, 'catalogue')
/** The same for what the server words, without a choice of words: a browser reads its slots out of finished texts. */
const answers = join(import.meta.dirname, 'answers')

/** The whole catalogue. Throws where a file holds something else, or two have the same Chinese. */
export const readCatalogue = (): Catalogue => readFolder(catalogue)

/** The catalogue of what the server words. Throws as `readCatalogue` does. */
export const readAnswers = (): Catalogue => readFolder(answers)

function readFolder(folder: string): Catalogue {
  const whole = new Map<string, string | null>()
  for (const file of readdirSync(folder).toSorted()) {
    const read: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    for (const [chinese, english] of Object.entries(typeof read === 'object' ? (read ?? {}) : {})) {
      if (typeof english !== 'string' && english !== null) throw new Error(`${file}: “${chinese}” is no text`)
      if (whole.has(chinese)) throw new Error(`${file}: “${chinese}” is there twice`)
      whole.set(chinese, english)
    }
  }
  return whole
}

/** A piece of English: words, or a slot, which may choose words by whether it is 1. */
export type Piece = string | { slot: number; words?: { single: string; several: string } }

const slots = /\{(\d+)(?:\|([^|}]*)\|([^|}]*))?\}/g

/** The pieces of an English text: `{0}` is a slot, `{0|y|ies}` the words for one and for several of it. */
export function piecesOf(english: string): readonly Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { 0: whole, 1: slot, 2: single, 3: several, index } of english.matchAll(slots)) {
    pieces.push(english.slice(at, index))
    pieces.push({
      slot: Number(slot),
      ...(single !== undefined && several !== undefined && { words: { single, several } }),
    })
    at = index + whole.length
  }
  return [...pieces, english.slice(at)].filter((piece) => piece !== '')
}
