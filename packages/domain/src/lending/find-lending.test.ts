import { array, assert, constantFrom, nat, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { blankPattern, judgeLending, judgeLimits } from './find-lending.ts'
import { type LendingPolicy, shippedPolicy } from './lending-policy.ts'

const judge = (text: string, title = '协议') => judgeLending(shippedPolicy, { titles: [title], texts: [text] })
const kinds = (text: string, title?: string) => judge(text, title).map(({ kind }) => kind)
const matches = (text: string) => judge(text).flatMap(({ findings }) => findings.map(({ match }) => match))

test.each([
  ['甲方今收到出借人张三现金。', ['loan']],
  ['今借到张三人民币伍仟元，立此借条。', ['loan']],
  ['今 借 到 … 立 此 借 条', ['loan']],
  ['借\u200B条', ['loan']],
  ['乙方可向公司申请借款。', []],
  ['借款用途为经营。借款期限一年。借款到期归还。', ['loan']],
  ['员工差旅借款须报销。员工差旅借款不得挪用。员工差旅借款按月归还。', []],
  ['买受人以银行按揭贷款付款，贷款不足的，银行贷款差额以现金补足。', []],
  ['本合同一式两份。', []],
])('%s is of a loan: %j', (text, expected) => {
  expect(kinds(text)).toEqual(expected)
})

test.each([
  ['借款金额：____元', '借款金额：____'],
  ['人民币（大写）＿＿＿', '人民币（大写）＿＿＿'],
  ['人民币（大写）      元整', '人民币（大写）元'],
  ['合同价￥ ______', '￥______'],
  ['总价为【　　】万元', '总价为【】万元'],
  ['每年支付□□□□元', '□□□□元'],
  ['借 款 金 额 ： _ _ _ 元', '借款金额：___'],
  ['年利率____%', '利率____'],
])('the amount of %s is blank', (text, match) => {
  expect(matches(text)).toContain(match)
})

test.each([
  '合同金额：人民币10000元',
  '人民币（大写）：壹万元整',
  '单位：人民币元',
  '币种：人民币元',
  '金额（元）',
  '金额：（元/月）',
  '签字：______ 日期：____年__月__日',
  '甲方（用人单位）：__________',
  '联系电话：____',
])('no amount of %s is blank', (text) => {
  expect(kinds(text)).toEqual([])
})

test('a title says it once, with its sentence, and neighbours far off make nothing harmless', () => {
  expect(judge('内容见附件。', '个人借款合同')[0]?.findings[0]).toEqual({
    before: '个人',
    match: '借款合同',
    after: '',
  })
  const far = `${'借款期限一年。'.repeat(3)}${'乙'.repeat(judgeLimits.near)}银行`
  expect(kinds(far)).toEqual(['loan'])
})

test('a finding stands in its own sentence, shortened on both sides', () => {
  const [flag] = judge(`第一条。${'甲'.repeat(30)}出借人${'乙'.repeat(60)}。第二条`)
  expect(flag?.findings[0]).toEqual({
    before: `…${'甲'.repeat(judgeLimits.before)}`,
    match: '出借人',
    after: `${'乙'.repeat(judgeLimits.after)}…`,
  })
  expect(judge('约定如下：由出借人交付；另行约定')[0]?.findings[0]?.after).toBe('交付；')
})

const pieces = constantFrom(
  '借款',
  '金额',
  '：',
  '_',
  ' ',
  '元',
  '银行',
  '出借人',
  '。',
  '人民币',
  '（大写）',
  '10',
  'a',
)

test('whatever the text, findings are few, whole and out of it', () => {
  assert(
    property(array(pieces, { maxLength: 200 }), string(), (parts, title) => {
      for (const { findings } of judge(parts.join(''), title)) {
        expect(findings.length).toBeGreaterThan(0)
        expect(findings.length).toBeLessThanOrEqual(judgeLimits.findings)
        for (const { before, match, after } of findings) {
          expect(match).not.toBe('')
          expect([...before].length).toBeLessThanOrEqual(judgeLimits.before + 1)
          expect([...after].length).toBeLessThanOrEqual(judgeLimits.after + 1)
        }
      }
    }),
  )
})

test('white space and what is invisible change nothing of what is found', () => {
  assert(
    property(
      array(
        pieces.filter((one) => !/[ a0]/.test(one)),
        { maxLength: 60 },
      ),
      nat(),
      (parts, seed) => {
        const gaps = [' ', '\u200B', '\n', '']
        const spaced = parts.map((part, at) => part + (gaps[(seed + at) % gaps.length] ?? '')).join('')
        expect(judge(spaced)).toEqual(judge(parts.join('')))
      },
    ),
  )
})

test('more of a loan never makes less of one', () => {
  const only: LendingPolicy = { ...shippedPolicy, loanWords: [{ word: '借款', times: 3, harmless: [] }] }
  const isLoan = (count: number) =>
    judgeLending(only, { titles: [], texts: ['借款，'.repeat(count)] }).some(({ kind }) => kind === 'loan')
  assert(property(nat(10), (count) => isLoan(count) === count >= 3))
})

test('no repetition of the pattern is without bound, and no word of a policy is a pattern', () => {
  const odd = blankPattern({ amountWords: ['a+', '(x)*', '金额'] })
  expect(odd.source.replaceAll(/\\./g, '')).not.toMatch(/[*+]|\{\d+,\}/)
  expect('(x)*：____'.match(odd)?.[0]).toBe('(x)*：____')
  expect('aaa：____'.match(odd)).toBeNull()
})

test('only so much of a text is judged', () => {
  expect(kinds(`${'甲'.repeat(judgeLimits.text)}出借人`)).toEqual([])
})
