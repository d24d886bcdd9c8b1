import { expect, test } from 'vitest'
import { type BatchFacts, batchNeed } from './batch-sign.ts'
import type { Control } from './controls.ts'

const place = (control: Control, areaId: string = control, required = true) => ({
  areaId,
  control,
  required,
  format: null,
})
const ready: BatchFacts = {
  check: null,
  unread: false,
  missingPapers: [],
  places: [place('companySeal'), place('date'), place('text')],
  kept: [{ areaId: 'text', value: '北京', written: false }],
  seals: ['company'],
  sealsToAsk: [],
}
const needs = (facts: Partial<BatchFacts>) => {
  const { need, text } = batchNeed({ ...ready, ...facts })
  return [need, text]
}

test('a contract with all that its places ask for waits for nothing', () => {
  expect(needs({})).toEqual(['nothing', ''])
  expect(needs({ places: [place('text', 'text', false)], kept: [] })).toEqual(['nothing', ''])
})

test.each([
  [{ check: '还未轮到您签署' }, 'turn', '还未轮到您签署'],
  [
    { check: '该合同有风险提示，请先阅读并确认已知悉', unread: true },
    'flags',
    '该合同有风险提示，请先阅读并确认已知悉',
  ],
  [{ unread: true, missingPapers: ['营业执照'] }, 'reading', '请先阅读完全部内容'],
  [{ missingPapers: ['营业执照', '银行卡'] }, 'papers', '请先提交附件：营业执照、银行卡'],
  [{ kept: [] }, 'fillIn', '还有1处待填写'],
  [{ places: [place('checkbox'), place('textarea')], kept: [] }, 'fillIn', '还有2处待填写'],
  [{ places: [place('handwrite')] }, 'handwriting', '需要手写签名，请先手写'],
  [{ seals: ['person'] }, 'seal', '您没有可用的印章，请先制作'],
  [{ seals: [], sealsToAsk: ['company'] }, 'approval', '您没有该印章的使用权限，请提交用印审批'],
  [{ places: [place('personSign')], seals: [] }, 'seal', '您没有可用的印章，请先制作'],
  [{ places: [place('personSign')], seals: ['company'] }, 'seal', '您没有可用的印章，请先制作'],
] as const)('%o waits for %s', (facts, need, text) => {
  expect(needs(facts)).toEqual([need, text])
})

test('of several things the first is named: whether it may be signed, reading, filling in, writing', () => {
  const facts = { check: '合同已过期', unread: true, kept: [], places: [place('handwrite'), place('text')] }
  expect(needs(facts)[0]).toBe('turn')
  expect(needs({ ...facts, check: null })[0]).toBe('reading')
  expect(needs({ ...facts, check: null, unread: false })[0]).toBe('fillIn')
  const filled = [{ areaId: 'text', value: '北京', written: false }]
  expect(needs({ ...facts, check: null, unread: false, kept: filled })[0]).toBe('handwriting')
})

test('a signature that was written, and a kept handwriting, serve where one must write', () => {
  const places = [place('handwrite')]
  expect(needs({ places, kept: [{ areaId: 'handwrite', written: true }] })[0]).toBe('nothing')
  expect(needs({ places, kept: [{ areaId: 'handwrite', written: false }] })[0]).toBe('handwriting')
  expect(needs({ places, seals: ['handwrite'] })[0]).toBe('nothing')
  expect(needs({ places: [place('personSign')], seals: ['handwrite'] })[0]).toBe('nothing')
  expect(needs({ places: [place('legalSeal')], seals: ['legal'] })[0]).toBe('nothing')
})
