import { expect, test } from 'vitest'
import { cleanFileName } from './clean-file-name.ts'

test.each([
  ['合同.pdf', '合同.pdf'],
  ['合同.PDF', '合同.pdf'],
  ['合同', '合同.pdf'],
  ['合同.docx', '合同.pdf'],
  ['扫描.JPEG', '扫描.pdf'],
  ['C:\\文件\\合同.pdf', '合同.pdf'],
  ['../../etc/passwd', 'passwd.pdf'],
  ['合\r\n同\u0000.pdf', '合同.pdf'],
  ['合同\u202efdp.exe', '合同fdp.exe.pdf'],
  ['a:b*c?.pdf', 'a_b_c_.pdf'],
  ['  .pdf', '未命名.pdf'],
  ['...', '未命名.pdf'],
])('%j becomes %s', (given, cleaned) => {
  expect(cleanFileName(given)).toBe(cleaned)
})

test('A long name keeps its beginning and its suffix, and never half a character', () => {
  const cleaned = cleanFileName(`${'𠮷'.repeat(200)}.pdf`)
  expect([...cleaned]).toHaveLength(100)
  expect(cleaned).toMatch(/^𠮷{96}\.pdf$/u)
})
