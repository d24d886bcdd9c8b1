import type { Contact, FaultyRow } from '@moqi/api/contact'
import { expect, test } from 'vitest'
import { newDraft, nothingAsked, withContacts } from '../../kit/draft/draft.ts'
import { askSearch, everyPerson, readAsk } from '../../kit/contacts/contact-ask.ts'
import { contactName, phoneGroups } from '../../kit/contacts/contact-name.ts'
import { correctionsOf, faultsNow, startCorrecting } from '../../kit/spreadsheet/correcting.ts'
import { contactRules } from './import-rows.ts'
import { mergedTexts, valuesOf } from './merge-choices.ts'

test('what is asked for lives in the address, and nonsense counts as not asked', () => {
  const ask = { contactType: 'company', keyword: '云启', pageSize: 50 } as const
  expect(readAsk(new URLSearchParams(askSearch(ask)))).toEqual(ask)
  expect(askSearch(everyPerson)).toBe('')
  expect(readAsk(new URLSearchParams('?type=robot&pageSize=7&keyword=%20'))).toEqual(everyPerson)
})

test('a contact is called by its company or its name, a phone is read in groups', () => {
  expect(contactName({ contactType: 'company', name: '李静', companyName: '甲公司' })).toBe('甲公司')
  expect(contactName({ contactType: 'person', name: '李静', companyName: '' })).toBe('李静')
  expect([phoneGroups('13800000001'), phoneGroups('1380')]).toEqual(['138 0000 0001', '1380'])
})

const faulty: FaultyRow = {
  row: 7,
  name: '陆时雨',
  phone: '1390280451',
  companyName: '',
  creditCode: '',
  email: '',
  remark: '',
  faultArray: [{ field: 'phone', message: '手机号格式不正确' }],
}
const written = (row: FaultyRow, part: Partial<FaultyRow>) => {
  const started = startCorrecting(contactRules, row)
  return { ...started, texts: { ...started.texts, ...part } }
}

test('a faulty row is corrected when the rules find no fault any more', () => {
  expect(faultsNow(contactRules, startCorrecting(contactRules, faulty))).toEqual(faulty.faultArray)
  expect(faultsNow(contactRules, written(faulty, { phone: '139' }))).toEqual([
    { field: 'phone', message: '手机号格式不正确' },
  ])
  const corrected = written(faulty, { phone: '13902804511' })
  expect(faultsNow(contactRules, corrected)).toEqual([])
  expect(correctionsOf(contactRules, [startCorrecting(contactRules, faulty), corrected])).toEqual([
    { row: 7, name: '陆时雨', phone: '13902804511', companyName: '', creditCode: '', email: '', remark: '' },
  ])
})

test('a double stays one until what makes it the same is written anew', () => {
  const double = { ...faulty, phone: '13902804511', faultArray: [{ field: 'phone', message: '该联系人已存在' }] }
  expect(faultsNow(contactRules, written(double, { remark: '又来' }))).toEqual(double.faultArray)
  expect(faultsNow(contactRules, written(double, { phone: '139 0280 4511' }))).toEqual(double.faultArray)
  expect(faultsNow(contactRules, written(double, { name: '陆雨时' }))).toEqual([])
})

const contact = (part: Partial<Contact>): Contact => ({
  contactId: 'c',
  version: 1,
  contactType: 'person',
  name: '王小明',
  phone: '13800000001',
  companyName: '',
  creditCode: '',
  email: '',
  remark: '',
  useTime: null,
  useNumber: 0,
  ...part,
})

test('of doubles the first value stays unless another is chosen, and an empty one never wins', () => {
  const contacts = [contact({ email: '' }), contact({ name: '王晓明', email: 'x@b.cn' })]
  expect(valuesOf(contacts, 'email')).toEqual(['x@b.cn'])
  expect(mergedTexts(contacts, {})).toMatchObject({ name: '王小明', email: 'x@b.cn' })
  expect(mergedTexts(contacts, { name: '王晓明' })).toMatchObject({ name: '王晓明' })
  expect(mergedTexts(contacts.slice(0, 1), { name: '王晓明' })).toMatchObject({ name: '王小明' })
})

test('contacts become parties of their kind after those that are there, each once and with a number of its own', () => {
  const { parties } = newDraft({ kind: 'company', signerName: '李静', phone: '138****0002', companyName: '甲公司' }, 0)
  const person = { kind: 'person', signerName: '王小明', phone: '13800000001', companyName: '' } as const
  const firm = { kind: 'company', signerName: '陈晨', phone: '13800000004', companyName: '乙公司' } as const
  const more = withContacts(parties, [person, firm, person])
  expect(more.slice(1)).toEqual([
    { ...nothingAsked, ...person, own: false, signerNo: 2 },
    { ...nothingAsked, ...firm, own: false, signerNo: 3 },
  ])
  expect(withContacts(more, [firm])).toEqual(more)
})
