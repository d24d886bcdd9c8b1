import { verbatim } from '../text/verbatim.ts'
import { blankCharacters, type FlagKind, type LendingPolicy, type LoanWord } from './lending-policy.ts'

/** A place that was found, in its sentence. */
export type Finding = { readonly before: string; readonly match: string; readonly after: string }

/** What a contract is flagged for, with the places that say so. */
export type Flag = { readonly kind: FlagKind; readonly findings: readonly Finding[] }

/** What is judged: what the contract and its template are called, and what its files say. */
export type JudgedText = { readonly titles: readonly string[]; readonly texts: readonly string[] }

/** In UTF-16 units: how much of a text is judged, how far a neighbour reaches, how much of a sentence is shown. */
export const judgeLimits = { text: 200_000, near: 40, before: 24, after: 48, findings: 20 } as const

/** What a contract is to be flagged for under a policy. Work is linear in the text, whatever stands in it. */
export function judgeLending(policy: LendingPolicy, { titles, texts }: JudgedText): Flag[] {
  const whole = texts.map((text) => squeezed(text.slice(0, judgeLimits.text)))
  const named = titles.map((title) => squeezed(title.slice(0, judgeLimits.text)))
  const found: Flag[] = [
    { kind: 'loan', findings: loansIn(policy, named, whole) },
    { kind: 'blankAmount', findings: blanksIn(policy, whole) },
  ]
  return found.filter(({ findings }) => findings.length > 0)
}

/** Without white space and invisible characters, but for what stands between two Latin words. */
function squeezed(text: string): string {
  return text.replaceAll(/[\s\u200B-\u200F\u2060\uFEFF]+/gu, (run: string, at: number) =>
    isLatin(text[at - 1]) && isLatin(text[at + run.length]) ? ' ' : '',
  )
}

const isLatin = (character: string | undefined) => character !== undefined && /[A-Za-z0-9]/.test(character)

type Place = { text: string; at: number; length: number }

function loansIn({ loanWords }: LendingPolicy, titles: readonly string[], texts: readonly string[]): Finding[] {
  const places = loanWords.flatMap((word) => {
    const named = titles.flatMap((title) => countedIn(title, word))
    const said = texts.flatMap((text) => countedIn(text, word))
    if (named.length === 0 && said.length < word.times) return []
    return [...named.slice(0, 1), ...said.slice(0, named.length > 0 ? 1 : 2)]
  })
  return shownOf(places)
}

/** Where a word stands with nothing harmless near it, as often as matters. */
function countedIn(text: string, { word, times, harmless }: LoanWord): Place[] {
  const places: Place[] = []
  for (let at = text.indexOf(word); at >= 0 && places.length < times; at = text.indexOf(word, at + word.length)) {
    const near = text.slice(Math.max(0, at - judgeLimits.near), at + word.length + judgeLimits.near)
    if (!harmless.some((one) => near.includes(one))) places.push({ text, at, length: word.length })
  }
  return places
}

function blanksIn(policy: LendingPolicy, texts: readonly string[]): Finding[] {
  const pattern = blankPattern(policy)
  const places: Place[] = []
  for (const text of texts) {
    for (const {
      index: at,
      0: { length },
    } of text.matchAll(pattern)) {
      places.push({ text, at, length })
      if (places.length >= judgeLimits.findings) return shownOf(places)
    }
  }
  return shownOf(places)
}

/**
 * An amount that is left blank: a word for one with a blank, or with nothing before its unit; or a blank before a unit.
 * Each repetition in it is bounded, so that it takes no more than some steps for each character.
 */
export function blankPattern({ amountWords }: Pick<LendingPolicy, 'amountWords'>): RegExp {
  const word = `(?:${amountWords
    .toSorted((a, b) => b.length - a.length)
    .map(literal)
    .join('|')})`
  const joint = `[${joints}]`
  const blank = `(?:[${blankCharacters}] ?){2,40}`
  const unit = verbatim`[万亿]?[元圆]`
  // A unit alone in brackets, or before “以”, heads a column or says how high: 金额（元）, 金额：元/月.
  const nothing = verbatim`(?=${joint}{0,11}[：:（）()【】￥¥])${joint}{1,12}${unit}(?![)）\]】/／以])`
  return new RegExp(`${word}(?:${joint}{0,12}${blank}|${nothing})|${blank}${joint}{0,4}${unit}`, 'gu')
}

const joints = verbatim` ：:，,、（）()【】\[\]《》“”"'大小写人民币为是约共计合总额即￥¥`

const literal = (word: string) => word.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

const sentenceEnd = /[。；！？;!?]/u

/** The places in their sentences, each sentence once. */
function shownOf(places: readonly Place[]): Finding[] {
  // The first word of a sentence stays: of entries with one key a map keeps the last.
  const seen = new Map(
    places
      .map(findingAt)
      .toReversed()
      .map((finding) => [keyOf(finding), finding]),
  )
  return [...seen.values()].toReversed().slice(0, judgeLimits.findings)
}

const keyOf = ({ before, match, after }: Finding) => before + match + after

function findingAt({ text, at, length }: Place): Finding {
  const { before: most, after: mostAfter } = judgeLimits
  const ahead = text.slice(Math.max(0, at - most), at)
  const own = ahead.split(sentenceEnd).at(-1) ?? ''
  const match = text.slice(at, at + length)
  const rest = text.slice(at + length, at + length + mostAfter)
  const end = rest.search(sentenceEnd)
  const isCut = own.length === most && at > most
  return {
    before: (isCut ? '…' : '') + own,
    match,
    after: end < 0 ? rest + (at + length + mostAfter < text.length ? '…' : '') : rest.slice(0, end + 1),
  }
}
