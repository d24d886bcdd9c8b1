import { expect, test } from 'vitest'
import { checkPolicy, type LendingPolicy, shippedPolicy } from './lending-policy.ts'

const words = (word: string, times = 1, harmless: string[] = []): LendingPolicy => ({
  loanWords: [{ word, times, harmless }],
  amountWords: ['金额'],
})

test('what the platform ships passes its own check', () => {
  expect(checkPolicy(shippedPolicy)).toEqual({ ok: true, value: shippedPolicy })
})

test('words are kept trimmed and once', () => {
  const typed = {
    loanWords: [{ word: ' 借条 ', times: 1, harmless: ['银行', ' 银行', ''] }],
    amountWords: ['￥', ' ￥ '],
  }
  const kept = { loanWords: [{ word: '借条', times: 1, harmless: ['银行'] }], amountWords: ['￥'] }
  expect(checkPolicy(typed)).toEqual({ ok: true, value: kept })
})

test.each([
  [{ ...words('借条'), loanWords: [] }, '借贷词语须为1至200个'],
  [{ ...words('借条'), amountWords: [] }, '金额词语须为1至200个'],
  [{ ...words('借条'), loanWords: [...words('借条').loanWords, ...words('借条', 2).loanWords] }, '借贷词语不能重复'],
  [words('借'), '词语须为2至20个字，不能换行：借'],
  [words(''), '词语须为2至20个字，不能换行：（空）'],
  [words('借\n条'), '词语须为2至20个字，不能换行：借\n条'],
  [words('借 条'), '词语不能包含空格、下划线或空白框：借 条'],
  [{ ...words('借条'), amountWords: ['金额__'] }, '词语不能包含空格、下划线或空白框：金额__'],
  [words('借条', 0), '“借条”的出现次数须为1至20的整数'],
  [words('借条', 1.5), '“借条”的出现次数须为1至20的整数'],
  [words('借条', 21), '“借条”的出现次数须为1至20的整数'],
  [words('借款合同', 1, ['借款']), '“借款合同”的例外词语不能是它自身的一部分'],
  [
    words(
      '借款',
      1,
      Array.from({ length: 21 }, (_, at) => `例外${at}`),
    ),
    '“借款”的例外词语不能超过20个',
  ],
])('%o is refused', (policy, message) => {
  expect(checkPolicy(policy)).toEqual({ ok: false, message })
})
