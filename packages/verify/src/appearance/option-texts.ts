import type { View } from '@moqi/pdf/read/pdf-file'
import { itemsOf, type PdfValue } from '@moqi/pdf/read/values'
import { comparableText, valueText } from './comparable-text.ts'
import type { Shown } from './shown-text.ts'

/** The words of a choice field in their order, and those of its value. */
export interface OptionTexts {
  all: string[]
  selected: string[]
}

/** Export values are shown as the words that stand for them; a value may be several (ISO 32000-2 Table 234). */
export function textsOfOptions(view: View, options: PdfValue, value: PdfValue): OptionTexts {
  const values = value.kind === 'array' ? value.items.map((item) => view.resolve(item)) : [value]
  const chosen = new Set(values.map((one) => valueText(one)))
  const pairs = itemsOf(options).map((option) => {
    const one = view.resolve(option)
    const [exported, text] = one.kind === 'array' ? one.items.map((item) => valueText(view.resolve(item))) : []
    return one.kind === 'array'
      ? { exported, text: text ?? '' }
      : { exported: valueText(one), text: valueText(one) ?? '' }
  })
  const selected = pairs.filter(({ exported }) => exported !== undefined && chosen.has(exported))
  return { all: pairs.map(({ text }) => text), selected: selected.map(({ text }) => text) }
}

/**
 * The choices that a list shows, one after the other as they are: undefined when it shows something else, or another as
 * chosen than those of its value.
 */
export function shownOptions({ text, chosen }: Shown, { all, selected }: OptionTexts): string[] | undefined {
  const [shown, marked] = [comparableText(text), comparableText(chosen)]
  const words = all.map(comparableText)
  if (shown === '') return []
  const isWrong = marked !== '' && !selected.map(comparableText).join('').includes(marked)
  if (isWrong) return undefined
  for (let from = 0; from < words.length; from += 1) {
    const run = runOf(shown, words.slice(from))
    if (run.join('') === shown) return run
  }
  return undefined
}

/** The first of some words, as far as a text consists of them. */
function runOf(text: string, words: string[]): string[] {
  let length = 0
  const end = words.findIndex((word) => {
    const fits = length < text.length && text.startsWith(word, length)
    length += word.length
    return !fits
  })
  return end === -1 ? words : words.slice(0, end)
}
