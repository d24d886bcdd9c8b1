import type { PolicyWords } from '@moqi/api/lending-policy'

type LoanWord = PolicyWords['loanWordArray'][number]

const separators = /[、，,]/u

/** Words as they are edited: one a line, `借款 3 银行、公积金`; how often it must stand there, and what makes it harmless. */
export const loanText = (words: readonly LoanWord[]): string =>
  words.map(({ word, times, harmlessArray }) => [word, times, harmlessArray.join('、')].join(' ').trim()).join('\n')

/** The words of such lines, or the text that names the line that is none. */
export function loanWordsOf(text: string): { words: LoanWord[] } | { fault: string } {
  const words: LoanWord[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const [word = '', times = '1', ...harmless] = line.trim().split(/\s+/u)
    if (word === '') continue
    if (!/^\d{1,3}$/.test(times)) return { fault: `第${index + 1}行：词语后面是出现次数，如“借款 3 银行、公积金”` }
    words.push({ word, times: Number(times), harmlessArray: listOf(harmless.join('、')) })
  }
  return { words }
}

/** Words that stand behind one another, `金额、本金`. */
export const listOf = (text: string): string[] =>
  text
    .split(/\n/u)
    .flatMap((line) => line.split(separators))
    .map((word) => word.trim())
    .filter((word) => word !== '')
