import { expect, test } from 'vitest'
import { contractAmount } from '../contract/amount.ts'
import { type AutoContract, autoFault, type AutoGrant, type AutoPlace } from './auto-signing.ts'

const beginAt = Date.parse('2026-11-22T00:00:00+08:00')
const endAt = Date.parse('2026-12-21T23:59:59+08:00')
const now = Date.parse('2026-12-01T10:00:00+08:00')

const grant: AutoGrant = {
  state: 'effective',
  scope: 'templates',
  named: ['t1'],
  counterparts: ['王小明'],
  beginAt,
  endAt,
  amountMax: 10_000_00,
  countMax: 2,
  used: 1,
}
const place = (more: Partial<AutoPlace>): AutoPlace => ({
  control: 'companySeal',
  format: null,
  value: null,
  partyNo: 1,
  ...more,
})
const amount = (value: string) => place({ control: 'text', format: 'number', value, partyNo: 0 })
const places = [place({}), place({ control: 'date' }), place({ control: 'personSign', partyNo: 2 }), amount('10000')]
const contract: AutoContract = {
  contractId: 'c1',
  templateId: 't1',
  counterparts: ['王小明'],
  amount: contractAmount(null, true),
  kind: 'normal',
  ownPartyNo: 1,
  places,
  hasAttachments: false,
  isAsAuthorised: true,
  demandsWill: false,
  demandsReading: false,
  demandsPapers: false,
}

test.each([
  ['everything is as authorised', {}, {}, null],
  ['it is in the last second of its term', {}, {}, null, endAt + 999],
  ['its term is over', {}, {}, 'ended', endAt + 1000],
  ['its first day has not come', { state: 'waitEffective' }, {}, 'ended', beginAt - 1],
  ['it was revoked', { state: 'revoked' }, {}, 'ended'],
  ['it waits for its letter', { state: 'waitSign' }, {}, 'ended'],
  ['the contract is of another template', {}, { templateId: 't2' }, 'ended'],
  ['the contract is of no template', {}, { templateId: null }, 'ended'],
  ['the contract is a void agreement', {}, { kind: 'void' }, 'kind'],
  ['the contract is a letter', {}, { kind: 'grant' }, 'kind'],
  ['the template was changed since', {}, { isAsAuthorised: false }, 'changed'],
  ['it is with somebody else', {}, { counterparts: ['王小明', '李静'] }, 'counterpart'],
  ['it is with nobody and somebody is named', {}, { counterparts: [] }, 'counterpart'],
  ['it may be with anybody', { counterparts: [] }, { counterparts: ['李静'] }, null],
  ['all its contracts are signed', { used: 2 }, {}, 'count'],
  ['everything must be read', {}, { demandsReading: true }, 'reading'],
  ['something must be handed in', {}, { demandsPapers: true }, 'papers'],
  ['the will must be proved', {}, { demandsWill: true }, 'will'],
  ['something goes along', {}, { hasAttachments: true }, 'attachment'],
  ['the company fills in', {}, { places: [...places, place({ control: 'text' })] }, 'fillIn'],
  ['the other side fills in', {}, { places: [...places, place({ control: 'checkbox', partyNo: 2 })] }, 'fillIn'],
  ['the company writes by hand too', {}, { places: [...places, place({ control: 'handwrite' })] }, 'control'],
  ['the company has a seal over the pages too', {}, { places: [...places, place({ control: 'crossPage' })] }, null],
  ['the company has no seal to put', {}, { places: [amount('1')] }, 'control'],
  ['the amount is a 分 above the bound', {}, { places: [place({}), amount('10000.01')] }, 'amount'],
  ['one of several numbers is above it', {}, { places: [place({}), amount('1'), amount('10001')] }, 'amount'],
  ['a number is far below zero', {}, { places: [place({}), amount('-10001')] }, 'amount'],
  ['nobody named an amount', {}, { places: [place({})] }, 'amountUnknown'],
  [
    'it was written and no number filled in',
    {},
    { places: [place({})], amount: contractAmount(10_000_00, true) },
    null,
  ],
  ['what was written is above the bound', {}, { amount: contractAmount(10_000_01, true) }, 'amount'],
  ['another side wrote the amount', {}, { places: [place({})], amount: contractAmount(1, false) }, 'amountUnknown'],
  ['its number was left empty', {}, { places: [place({}), amount('')] }, 'amountUnknown'],
  ['no bound asks for an amount', { amountMax: null }, { places: [place({})] }, null],
] as const)('where %s', (_, granted, asked, fault, at = now) => {
  expect(autoFault({ ...grant, ...granted }, { ...contract, ...asked }, at)).toBe(fault)
})
