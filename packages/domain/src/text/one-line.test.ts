import { expect, test } from 'vitest'
import { checkFlowName } from '../approvals/flow.ts'
import { checkContact } from '../contacts/contact-rules.ts'
import { checkFileName, checkReason, checkSubject } from '../contract/draft-text.ts'
import { checkFillIn } from '../contract/fill-in.ts'
import { checkPaperDemands } from '../contract/paper-demand.ts'
import { checkEmail } from '../identity/email.ts'
import { checkDepartmentName, checkRoleName } from '../spaces/company-groups.ts'
import { signCodeFaults } from '../templates/sign-code.ts'
import { templateNameFaults } from '../templates/template-rules.ts'
import { asOneLine, isOneLine } from './one-line.ts'

const rightToLeft = '\u202E'
const zeroWidth = '\u200B'

test.each(['采购合同', 'NDA 2026', '（一）§3·甲/乙', '𠮷'])('%j is one line', (text) => {
  expect(isOneLine(text)).toBe(true)
  expect(asOneLine(text)).toBe(text)
})

test.each([rightToLeft, zeroWidth, '\u00AD', '\u2066', '\uFEFF', '\t', '\n', '\u0000', '\u2028', '\u3164'])(
  'a text with %j is none',
  (character) => {
    expect(isOneLine(`采购${character}合同`)).toBe(false)
    expect(asOneLine(`采购${character}合同`)).toBe('采购合同')
  },
)

const contact = {
  contactType: 'person',
  companyName: '',
  creditCode: '',
  name: '王小明',
  phone: '13800000001',
} as const

test.each<[string, (text: string) => boolean]>([
  ['a subject', (text) => checkSubject(text).ok],
  ['a file name', (text) => checkFileName(text).ok],
  ['a reason', (text) => checkReason(text).ok],
  ['a flow', (text) => checkFlowName(text).ok],
  ['a department', (text) => checkDepartmentName(text).ok],
  ['a role', (text) => checkRoleName(text).ok],
  ['a template', (text) => templateNameFaults(text).length === 0],
  ['a sign code', (text) => signCodeFaults({ name: text, cap: 1, endAt: 86_400_000 }, 0).length === 0],
  ['a mail address', (text) => checkEmail(`${text}@example.cn`).ok],
  ['a paper', (text) => checkPaperDemands([{ name: text, note: null, required: true }]).ok],
  ['a paper’s note', (text) => checkPaperDemands([{ name: '执照', note: text, required: true }]).ok],
  ['a remark on a contact', (text) => checkContact({ ...contact, email: '', remark: text }).faults.length === 0],
  ['a fill-in', (text) => checkFillIn({ control: 'text', required: true, format: null, bounds: undefined }, text).ok],
])('%s with what is not seen, or turns the rest round, is refused', (_what, isTaken) => {
  expect(isTaken('采购合同')).toBe(true)
  for (const character of [rightToLeft, zeroWidth]) expect(isTaken(`采购${character}合同`)).toBe(false)
})
