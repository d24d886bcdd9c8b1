import { expect, test } from 'vitest'
import { type GrantLetter, letterParts, nextLetterNo } from './grant-letter.ts'

const letter: GrantLetter = {
  letterNo: 'SQ20261122002',
  companyName: '杭州云启科技有限公司',
  creditCode: '91330108MA2J4T7K3Q',
  legalPersonName: null,
  memberName: '周敏',
  memberPhone: '138****0007',
  departmentName: '法务部',
  sealName: '合同专用章',
  sealCode: 'YZ2026010002',
  scope: 'all',
  names: [],
  counterparts: [],
  beginAt: Date.UTC(2026, 10, 21, 16),
  endAt: Date.UTC(2027, 10, 21, 15, 59, 59),
  amountMax: null,
}
const lineOf = (change: Partial<GrantLetter>, start: string) =>
  letterParts({ ...letter, ...change }).find(({ text }) => text.startsWith(start))?.text

test('a letter says who lets whom use which seal, for what and how long', () => {
  expect(
    letterParts(letter)
      .map(({ text }) => text)
      .slice(0, 7),
  ).toEqual([
    '编号：SQ20261122002',
    '授权人：杭州云启科技有限公司（统一社会信用代码91330108MA2J4T7K3Q）',
    '被授权人：周敏（手机号138****0007，法务部）',
    '授权人同意被授权人在下列范围内使用授权人的电子印章签署文件，由此产生的法律后果由授权人承担：',
    '一、授权印章：合同专用章（编码YZ2026010002）',
    '二、授权范围：全部合同',
    '三、授权期限：自2026年11月22日起至2027年11月21日23时59分59秒止',
  ])
})

test.each<[Partial<GrantLetter>, string]>([
  [{ scope: 'templates', names: ['采购订单', '会务服务合同'] }, '由模板《采购订单》、《会务服务合同》发起的合同'],
  [{ scope: 'contract', names: ['园区物业服务合同'] }, '合同《园区物业服务合同》一份，签署完成即止'],
  [{ counterparts: ['南京齐物贸易有限公司'] }, '全部合同，相对方限于南京齐物贸易有限公司'],
  [{ amountMax: 50_000_00 }, '全部合同，单份合同金额不超过人民币50000元'],
])('the scope is written out: %o', (change, words) => {
  expect(lineOf(change, '二、')).toBe(`二、授权范围：${words}`)
})

test('the legal representative’s seal is let by that person', () => {
  expect(lineOf({ legalPersonName: '李静' }, '授权人：')).toBe('授权人：李静（杭州云启科技有限公司法定代表人）')
})

test('what is not filled in yet is left blank', () => {
  expect(lineOf({ memberName: '', memberPhone: '', departmentName: null }, '被授权人：')).toBe('被授权人：　　　　')
  expect(lineOf({ beginAt: null }, '三、')).toBe('三、授权期限：自　　　　起至2027年11月21日23时59分59秒止')
})

test('letters are numbered through a day, past 999', () => {
  const now = letter.beginAt ?? 0
  expect([null, 'SQ20261122001', 'SQ20261122999'].map((last) => nextLetterNo(now, last))).toEqual([
    'SQ20261122001',
    'SQ20261122002',
    'SQ202611221000',
  ])
})
