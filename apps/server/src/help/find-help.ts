import type { Article } from './articles.ts'

/** An article that was found; each second piece of `pieces` is what was found in its text. */
export type HelpHit = { article: Article; pieces: string[] }

const mostHits = 20
/** Characters around what was found. */
const around = { before: 24, after: 70 }

/** Text as it is compared: full-width letters as half-width ones, in lower case. Keeps each character's place. */
const folded = (text: string): string =>
  [...text]
    .map((character) => {
      const plain = character.normalize('NFKC').toLowerCase()
      return plain.length === character.length ? plain : character
    })
    .join('')

/** What of an article is read, without its markup. */
const plainText = ({ html }: Pick<Article, 'html'>): string =>
  html
    .replaceAll(/<\/(?:p|li|h2|h3|td|th)>|<br>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * Articles that have all the words, the title's before the text's; where none has, those that share the most pairs of
 * characters with what was typed, as a question in Chinese has no words to be parted into.
 */
export function findHelp(articles: readonly Article[], typed: string): HelpHit[] {
  const words = folded(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const pages = articles.map((article) => ({ article, title: folded(article.title), text: plainText(article) }))
  const exact = pages.map((page) => ({ ...page, score: exactScore(words, page) })).filter(({ score }) => score > 0)
  const found =
    exact.length > 0
      ? exact
      : pages.map((page) => ({ ...page, score: pairScore(words.join(''), page) })).filter(({ score }) => score > 0)
  return found
    .toSorted((a, b) => b.score - a.score)
    .slice(0, mostHits)
    .map(({ article, text }) => ({
      article,
      pieces: excerptOf(text, exact.length > 0 ? words : pairsOf(words.join(''))),
    }))
}

type Page = { title: string; text: string }

/** 0 unless title and text together have every word. */
function exactScore(words: readonly string[], { title, text }: Page): number {
  const body = folded(text)
  if (!words.every((word) => title.includes(word) || body.includes(word))) return 0
  return words.reduce((sum, word) => sum + (title.includes(word) ? 100 : 0) + countOf(body, word), 0)
}

const countOf = (text: string, word: string) => Math.min(20, text.split(word).length - 1)

const pairsOf = (typed: string): string[] => {
  const characters = [...typed]
  return [...new Set(characters.slice(1).map((second, index) => `${characters[index]}${second}`))]
}

/** 0 unless a quarter of the pairs are there. */
function pairScore(typed: string, { title, text }: Page): number {
  const pairs = pairsOf(typed)
  const body = folded(text)
  const inTitle = pairs.filter((pair) => title.includes(pair)).length
  const inBody = pairs.filter((pair) => body.includes(pair)).length
  return inTitle + inBody > 0 && Math.max(inTitle, inBody) * 4 >= pairs.length ? inTitle * 3 + inBody : 0
}

/** Some of the text around the first of the words in it; the beginning where none is. */
function excerptOf(text: string, words: readonly string[]): string[] {
  const body = folded(text)
  const places = words.map((word) => ({ word, at: body.indexOf(word) })).filter(({ at }) => at >= 0)
  const first = places.toSorted((a, b) => a.at - b.at)[0]
  if (!first) return [cut(text, 0, around.before + around.after)]
  const begin = Math.max(0, first.at - around.before)
  const end = first.at + first.word.length
  return [
    (begin > 0 ? '…' : '') + text.slice(begin, first.at),
    text.slice(first.at, end),
    cut(text, end, end + around.after),
  ]
}

const cut = (text: string, from: number, to: number) => text.slice(from, to) + (to < text.length ? '…' : '')
