import { expect, test } from 'vitest'
import {
  automaticContractNo,
  checkFileName,
  checkPrivateMessage,
  checkReason,
  checkRemark,
  checkSubject,
  checkContractNo,
  subjectOfFile,
} from './draft-text.ts'

test.each([
  ['采购合同（2026）', true],
  ['墨契®产品协议', true],
  ['字'.repeat(100), true],
  ['𠮷'.repeat(100), true],
  ['字'.repeat(101), false],
  ['  ', false],
  ...[...'\\/:*?"<>|'].map((sign) => [`采购${sign}合同`, false] as const),
  ['合同😀', false],
  ['合同❤️', false],
  ['合同\u0007', false],
  ['合\n同', false],
  ['\u200b', false],
  ['\u00ad', false],
  ['合同\u202efdp.exe', false],
  ['合同\u2066甲', false],
  ['合\ufeff同', false],
] as const)('subject "%s" is allowed: %s', (text, ok) => {
  expect(checkSubject(text).ok).toBe(ok)
})

test('what is wrong with a subject is said by its name (domain 4.3)', () => {
  const unseen = { ok: false, message: '合同主题不能包含换行和不可见字符' }
  expect(checkSubject('\u200b')).toEqual({ ok: false, message: '请填写合同主题' })
  expect(['合\n同', '合同\u202efdp.exe'].map(checkSubject)).toEqual([unseen, unseen])
  expect(checkSubject('合同😀')).toEqual({ ok: false, message: '合同主题不能包含表情符号' })
})

test.each([
  ['采购合同.pdf', '采购合同'],
  ['合同\u202efdp\u200b.pdf', '合同fdp'],
  ['v1.0 采购:合同?.docx', 'v1.0 采购 合同'],
  ['😀合同.PDF', '合同'],
  [`${'字'.repeat(120)}.pdf`, '字'.repeat(100)],
])('the file "%s" proposes the subject "%s"', (fileName, subject) => {
  expect(subjectOfFile(fileName)).toBe(subject)
})

test('contract numbers are automatic or at most 50 plain characters', () => {
  expect(automaticContractNo(Date.parse('2026-01-20T16:30:00Z'), 42)).toBe('HT20260121000042')
  expect(['', 'HT-2026/01_甲', 'a'.repeat(51), 'a b'].map((text) => checkContractNo(text).ok)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

test('a reason has 2 to 200 characters and no emoji', () => {
  const reasons = ['条款有误', '无', '字'.repeat(201), '不签😀']
  expect(reasons.map((text) => checkReason(text))).toEqual([
    { ok: true, value: '条款有误' },
    ...Array.from({ length: 3 }, () => ({ ok: false, message: '请填写原因(2-200字)' })),
  ])
})

test('remark and private message have their lengths', () => {
  expect([500, 501].map((count) => checkRemark('字'.repeat(count)).ok)).toEqual([true, false])
  expect([200, 201].map((count) => checkPrivateMessage('字'.repeat(count)).ok)).toEqual([true, false])
})

test('a file is called what any system can save, with its suffix once', () => {
  expect(['采购合同.PDF', ' 附录 A ', '第1/2页', '.pdf', '字'.repeat(97), 'a\u202egpj'].map(checkFileName)).toEqual([
    { ok: true, value: '采购合同.pdf' },
    { ok: true, value: '附录 A.pdf' },
    { ok: false, message: '文件名称不能包含 \\ / : * ? " < > |' },
    { ok: false, message: '请填写文件名称' },
    { ok: false, message: '文件名称不能超过96个字' },
    { ok: false, message: '文件名称不能包含特殊字符' },
  ])
})
