import { comparableText, isRightToLeft } from './comparable-text.ts'
import { drawnOrder, type Levelled, levelsOf } from './visual-order.ts'

/**
 * V3: whether a shown text is a value. Text from right to left is drawn in the order of the eye: its numbers and words
 * of other scripts keep their order. `perhaps` when only its own letters and signs stand otherwise, as ligatures and
 * marks do.
 */
export function sameText(value: string, shown: string, lines: readonly string[] = [shown]): 'yes' | 'perhaps' | 'no' {
  const [wanted, drawn] = [comparableText(value), comparableText(shown)]
  if (wanted === drawn) return 'yes'
  if (!isRightToLeft(wanted) || sorted(wanted) !== sorted(drawn)) return 'no'
  const orders = ordersOf(value, lines)
  if (orders.some((order) => withoutSides(order) === withoutSides(drawn))) return 'yes'
  return [wanted, ...orders].some((order) => kept(order) === kept(drawn)) ? 'perhaps' : 'no'
}

const sorted = (text: string) => [...withoutSides(text)].toSorted().join('')

/** Brackets are drawn as their mirror image. */
const withoutSides = (text: string) =>
  text.replaceAll(/[()]/g, '(').replaceAll(/[[\]]/g, '[').replaceAll(/[{}]/g, '{').replaceAll(/[<>]/g, '<')

/** Numbers, and letters from left to right. */
const kept = (text: string) => text.replaceAll(/[^\p{L}\p{N}]|[\p{Script=Arabic}\p{Script=Hebrew}](?<!\p{N})/gu, '')

/** The orders that readers draw a value in: by the direction of its paragraphs, or what they begin with. */
function ordersOf(value: string, lines: readonly string[]): string[] {
  const paragraphs = value.split(/\r\n|[\r\n\u2029]/)
  const lengths = lines.map((line) => [...comparableText(line)].length)
  const directions = [() => true, () => false, beginsRightToLeft]
  return directions.map((isRight) =>
    linesOf(
      paragraphs.flatMap((paragraph) => levelsOf(paragraph, isRight(paragraph))),
      lengths,
    ),
  )
}

const beginsRightToLeft = (text: string) => isRightToLeft(/\p{L}/u.exec(text)?.[0] ?? '')

function linesOf(characters: Levelled[], lengths: readonly number[]): string {
  let at = 0
  return lengths
    .map((length) => {
      const first = at
      for (let left = length; at < characters.length && (left > 0 || characters[at]?.text === ''); at += 1) {
        if (characters[at]?.text !== '') left -= 1
      }
      return drawnOrder(characters.slice(first, at)).join('')
    })
    .join('')
}
