import { expect, test } from 'vitest'
import { checkCompanyNumber, checkKindName, checkLegalName, companyKinds, companyPapers } from './company-paper.ts'

const codes = {
  enterprise: '91350100M000100Y43',
  individualBusiness: '92310000MA1000015J',
  lawFirm: '31310000MD0000015U',
  institution: '12310000MB0000015N',
  socialOrganisation: '51310000MC0000015P',
  foreign: 'HK-1234567',
} as const

// GB 32100-2015 §4: the first characters tell who registers what.
test('a number is that of its own kind and of no other', () => {
  for (const kind of companyKinds) {
    const fitting = companyKinds.filter((other) => checkCompanyNumber(kind, codes[other]).ok)
    expect([kind, fitting]).toEqual([kind, [kind]])
  }
})

test('a foreign number says where it is registered, and is compared without spaces and cases', () => {
  expect(checkCompanyNumber('foreign', ' hk - 12345 67 ')).toEqual({ ok: true, value: 'HK-1234567' })
  for (const wrong of ['1234567', 'XX-1234567', 'HK-', 'HK-1', 'HK-12-', 'CN-1234567', 'HK_1234567', '']) {
    expect([wrong, checkCompanyNumber('foreign', wrong).ok]).toEqual([wrong, false])
  }
})

test('names of foreign companies and of who represents them are in any script', () => {
  expect(checkKindName('foreign', ' Lujiang  Trading (HK) Co., Ltd. ')).toEqual({
    ok: true,
    value: 'Lujiang Trading (HK) Co., Ltd.',
  })
  expect(checkKindName('enterprise', '厦门标准软件(集团)有限公司')).toEqual({
    ok: true,
    value: '厦门标准软件（集团）有限公司',
  })
  for (const wrong of ['A', '<b>公司</b>', 'x'.repeat(101), '']) {
    expect([wrong, checkKindName('foreign', wrong).ok]).toEqual([wrong, false])
  }
  expect(checkLegalName('foreign', 'Anne-Marie O’Neill').ok).toBe(true)
  expect(checkLegalName('enterprise', 'Anne-Marie O’Neill').ok).toBe(false)
})

test('the last picture of every kind shows that its operator may', () => {
  expect(new Set(companyKinds.map((kind) => companyPapers[kind].at(-1)))).toEqual(new Set(['盖章的授权书']))
})
