import { expect, test } from 'vitest'
import { checkPaperDemands, missingPapersText, paperLimits, paperNames } from './paper-demand.ts'

const demand = (name: string, note: string | null = null) => ({ name, note, required: true })

test('demands are kept trimmed, and an empty note is none', () => {
  expect(checkPaperDemands([demand(' 营业执照 ', '  '), demand('授权委托书', ' 加盖公章 ')])).toEqual({
    ok: true,
    value: [demand('营业执照'), demand('授权委托书', '加盖公章')],
  })
})

test.each([
  ['nameless', [demand(' ')], '请填写附件要求的名称'],
  ['named alike', [demand('银行卡'), demand(' 银行卡')], '附件要求的名称重复'],
  ['a name of 31 characters', [demand('名'.repeat(31))], '附件要求的名称不能超过30个字'],
  ['a name over two lines', [demand('银行\n卡')], '附件要求的名称不能包含换行和表情符号'],
  ['a pictograph', [demand('银行卡😀')], '附件要求的名称不能包含换行和表情符号'],
  ['a note of 101 characters', [demand('银行卡', '注'.repeat(101))], '附件要求的说明不能超过100个字'],
  ['six of them', Array.from({ length: 6 }, (_, index) => demand(`第${index}项`)), '每个签署方最多5项附件要求'],
])('demands are refused: %s', (_, demands, message) => {
  expect(checkPaperDemands(demands)).toEqual({ ok: false, message })
})

test.each(['company', 'person'] as const)('what is often asked of a %s may be asked all together', (kind) => {
  const all = paperNames[kind].map((name) => demand(name))
  expect(all.length).toBeLessThanOrEqual(paperLimits.demands)
  expect(checkPaperDemands(all)).toEqual({ ok: true, value: all })
})

test('what is missing is named, and nothing said when nothing is', () => {
  expect(missingPapersText(['营业执照', '授权委托书'])).toBe('请先提交附件：营业执照、授权委托书')
  expect(missingPapersText([])).toBeNull()
})
