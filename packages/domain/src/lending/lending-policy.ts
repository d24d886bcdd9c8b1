import { type Checked, failed, passed } from '../identity/checked.ts'
import { isOneLine } from '../text/one-line.ts'
import { verbatim } from '../text/verbatim.ts'

/** What a contract is flagged for, with what the warning calls it. */
export const flagKinds = { loan: '涉及借贷', blankAmount: '金额空白' } as const
/** A key of `flagKinds`. */
export type FlagKind = keyof typeof flagKinds

/**
 * A word that tells of a loan where it stands `times` times in a contract's text, or once in its title. Near one of the
 * `harmless` words it does not count.
 */
export type LoanWord = { readonly word: string; readonly times: number; readonly harmless: readonly string[] }

/** By what the platform flags contracts; `amountWords` stand before an amount, which may be blank. */
export type LendingPolicy = { readonly loanWords: readonly LoanWord[]; readonly amountWords: readonly string[] }

/** How much a policy may hold. */
export const policyLimits = { words: 200, harmless: 20, length: 20, times: 20 } as const

const listed = (words: string): string[] => words.split(' ')
const once = (words: string): LoanWord[] => listed(words).map((word) => ({ word, times: 1, harmless: [] }))

const banks = listed(verbatim`银行 公积金 按揭 住房贷款`)
const work = listed(verbatim`备用金 差旅 劳动合同 用人单位 劳动者 员工`)

/** What the platform begins with, until an operator changes it. */
export const shippedPolicy: LendingPolicy = {
  loanWords: [
    ...once(verbatim`借条 欠条 借据 砍头息 现金贷 高利贷 民间借贷 网络贷款 出借人 出借方`),
    ...once(verbatim`借款合同 借款协议 月息 日息`),
    { word: verbatim`借款人`, times: 2, harmless: banks },
    { word: verbatim`贷款人`, times: 2, harmless: banks },
    { word: verbatim`借款`, times: 3, harmless: [...banks, ...work] },
    { word: verbatim`贷款`, times: 3, harmless: banks },
    { word: verbatim`放款`, times: 2, harmless: banks },
    { word: verbatim`逾期费`, times: 2, harmless: banks },
  ],
  amountWords: listed(
    verbatim`借款金额 贷款金额 借款本金 金额 本金 欠款 总价 价款 人民币 大写 小写 利率 利息 ￥ ¥ RMB`,
  ),
}

/** What a line of an amount is left blank with: no word may be made of it. */
export const blankCharacters = verbatim`_＿ˍ‗﹍﹎﹏□`

const isBlank = (character: string) => blankCharacters.includes(character)

/** Checks what an operator makes of it, and answers it trimmed, each word once. */
export function checkPolicy({ loanWords, amountWords }: LendingPolicy): Checked<LendingPolicy> {
  const trimmed = loanWords.map(({ word, times, harmless }) => ({
    word: word.trim(),
    times,
    harmless: unique(harmless),
  }))
  const amounts = unique(amountWords)
  const fault = loanFault(trimmed) ?? amountFault(amounts)
  return fault === null ? passed({ loanWords: trimmed, amountWords: amounts }) : failed(fault)
}

function loanFault(loanWords: readonly LoanWord[]): string | null {
  if (loanWords.length === 0 || loanWords.length > policyLimits.words) return `借贷词语须为1至${policyLimits.words}个`
  if (new Set(loanWords.map(({ word }) => word)).size < loanWords.length) return '借贷词语不能重复'
  for (const { word, times, harmless } of loanWords) {
    const fault = wordFault(word, 2) ?? harmless.map((one) => wordFault(one, 2)).find((one) => one !== null)
    if (fault) return fault
    if (!Number.isInteger(times) || times < 1 || times > policyLimits.times)
      return `“${word}”的出现次数须为1至${policyLimits.times}的整数`
    if (harmless.length > policyLimits.harmless) return `“${word}”的例外词语不能超过${policyLimits.harmless}个`
    if (harmless.some((one) => word.includes(one))) return `“${word}”的例外词语不能是它自身的一部分`
  }
  return null
}

function amountFault(words: readonly string[]): string | null {
  if (words.length === 0 || words.length > policyLimits.words) return `金额词语须为1至${policyLimits.words}个`
  return words.map((word) => wordFault(word, 1)).find((fault) => fault !== null) ?? null
}

function wordFault(word: string, least: number): string | null {
  const { length } = [...word]
  if (length < least || length > policyLimits.length || !isOneLine(word))
    return `词语须为${least}至${policyLimits.length}个字，不能换行：${word.slice(0, policyLimits.length) || '（空）'}`
  if (/\s/u.test(word) || [...word].some(isBlank)) return `词语不能包含空格、下划线或空白框：${word}`
  return null
}

const unique = (words: readonly string[]) => [...new Set(words.map((word) => word.trim()).filter(Boolean))]
