import { dayMs } from '@moqi/domain/time/civil-date'
import { comparableText } from '@moqi/pdf/text-search/find-text'

type Viewer = { tenantId: string; accountId: string }

/** How many days the windows of each size span; a row is in one window of each. */
const windowDays = [1, 8, 64, 512] as const
/** An index into `windowDays`, from the shortest window to the longest. */
export type WindowSize = 0 | 1 | 2 | 3

/** The number of the window of a size that a moment (ms since epoch) lies in. */
export const windowAt = (size: WindowSize, at: number): number => Math.floor(at / (windowDays[size] * dayMs))

/** When a window begins, in ms since epoch. */
export const windowStart = (size: WindowSize, index: number): number => index * windowDays[size] * dayMs

/**
 * A word as the index keeps it: 32 bits that stand for it in this viewer's lists. Two words may share a number, so
 * whatever is found has to be looked at.
 */
function numberOf(seed: number, word: string): number {
  let hash = seed
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  // The finish of MurmurHash3, so that near words lie far apart.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) | 0
}

const seedOf = ({ tenantId, accountId }: Viewer) => numberOf(numberOf(0x811c9dc5, tenantId), accountId)

const isLatin = (character: string) => (character >= 'a' && character <= 'z') || (character >= '0' && character <= '9')

/**
 * The words of a comparable text: each two neighbouring characters, but each three of a run of Latin letters and
 * digits, of which two say little.
 */
function gramsOf(text: string): Set<string> {
  const grams = new Set<string>()
  let [first, second] = ['', '']
  for (const third of text) {
    const isRun = isLatin(first) && isLatin(second)
    if (first !== '' && !isRun) grams.add(first + second)
    if (isRun && isLatin(third)) grams.add(first + second + third)
    first = second
    second = third
  }
  if (first !== '' && !(isLatin(first) && isLatin(second))) grams.add(first + second)
  return grams
}

/** What stands for the beginnings in a text: its first character, and the first two of each Latin run. */
function beginningsOf(text: string): string[] {
  const [first] = text
  if (first === undefined) return []
  return [`^${first}`, ...[...text.matchAll(/(?<![a-z0-9])[a-z0-9]{2}/g)].map(([two]) => `^${two}`)]
}

/** What a list row is found by, with the windows of time it lies in. `createdAt` in ms since epoch. */
export function rowWords(viewer: Viewer, createdAt: number, shown: readonly string[]): number[] {
  const seed = seedOf(viewer)
  const words = new Set<string>()
  for (const field of shown) {
    for (const part of field.split('、').map(comparableText)) {
      for (const word of [...gramsOf(part), ...beginningsOf(part)]) words.add(word)
    }
  }
  const windows = ([0, 1, 2, 3] as const).map((size) => windowWord(viewer, size, windowAt(size, createdAt)))
  return [...new Set([...words].map((word) => numberOf(seed, word))), ...windows]
}

/** What the rows of a contract are found by through its files' comparable text, for one viewer after the other. */
export function textWords(text: string): (viewer: Viewer) => number[] {
  const grams = [...gramsOf(text)]
  return (viewer) => {
    const seed = seedOf(viewer)
    return [...new Set(grams.map((gram) => numberOf(seed, gram)))]
  }
}

/** The word that every row of a window of time has. */
export const windowWord = (viewer: Viewer, size: WindowSize, index: number): number =>
  numberOf(seedOf(viewer), `/${windowDays[size]}/${index}`)

/** What was typed, as comparable words; white space stands between words. */
export const typedWords = (typed: string): string[] => typed.split(/\s+/u).map(comparableText).filter(Boolean)

/** Of one or two letters only beginnings can be found. */
const isShort = (word: string) => gramsOf(word).size === 0

/** The numbers that a row with all these comparable words has. */
export function queryWords(viewer: Viewer, words: readonly string[]): number[] {
  const seed = seedOf(viewer)
  const asked = words.flatMap((word) => (isShort(word) ? [`^${word}`] : [...gramsOf(word)]))
  return [...new Set(asked.map((word) => numberOf(seed, word)))]
}

/** Whether a word is among what a row shows. */
export function isShown(word: string, shown: readonly string[]): boolean {
  const parts = shown.flatMap((field) => field.split('、').map(comparableText))
  if ([...word].length === 1) return parts.some((part) => part.startsWith(word))
  return parts.some((part) => (isShort(word) ? beginningsOf(part).includes(`^${word}`) : part.includes(word)))
}
