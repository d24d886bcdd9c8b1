import { describe, expect, test } from 'vitest'
import { agreementEffect, agreementParts, agreementSubject, sideTitle } from './void-agreement.ts'
import { checkSubject } from './draft-text.ts'

const origin = {
  subject: '园区物业服务合同',
  contractNo: 'HT20261028000167',
  finishedAt: Date.parse('2026-11-02T16:48:20+08:00'),
  files: [{ name: '合同.pdf', sha256: 'ab'.repeat(32), size: 134_845 }],
}
const sides = [
  { name: '李静', companyName: '杭州云启科技有限公司' },
  { name: '王小明', companyName: null },
]
const terms = {
  reason: 'wrongTerms',
  remark: '面积误写。',
  feeSettlement: '',
  retainedTerms: ' ',
  otherTerms: '无争议。',
} as const
const words = (more: Partial<Parameters<typeof agreementParts>[2]> = {}) =>
  agreementParts(origin, sides, { ...terms, ...more }).map(({ text }) => text)

describe('the agreement', () => {
  test('names its sides, the original by name, number, day and hash, and when that ends', () => {
    expect(words()).toEqual([
      '甲方：杭州云启科技有限公司（经办人李静）',
      '乙方：王小明',
      '一、原合同',
      '《园区物业服务合同》，编号HT20261028000167，于2026年11月02日签署完成（以下称原合同）。',
      '文件《合同.pdf》，134,845字节，SHA-256：',
      'ab'.repeat(32),
      '二、作废原因',
      '条款内容有误。面积误写。',
      '三、费用结算',
      '无。',
      '四、保留条款',
      '无。',
      '五、其他约定',
      '无争议。',
      '六、生效',
      agreementEffect,
    ])
  })

  test('says another reason in its own words alone', () => {
    expect(words({ reason: 'other', remark: '双方改用新版合同。' })).toContain('双方改用新版合同。')
    expect(words({ reason: 'ended', remark: '' })).toContain('合作终止。')
  })
})

test('its subject follows the original’s and is one', () => {
  expect(agreementSubject('采购合同')).toBe('采购合同作废协议')
  const long = agreementSubject('长'.repeat(100))
  expect([[...long].length, checkSubject(long).ok]).toEqual([100, true])
})

test('sides are counted by the heavenly stems, then by number', () => {
  expect([0, 1, 9, 10].map(sideTitle)).toEqual(['甲方', '乙方', '癸方', '第11方'])
})
