import type { BatchSignRow } from '@moqi/api/batch-signing'
import type { Position, SealInfo } from '@moqi/api/shapes'
import { expect, test } from 'vitest'
import { placesOf, pickOf, sealKindOf, stampsInWords, willKindOf } from './batch-choices.ts'

const seal = (sealId: string, more: Partial<SealInfo> = {}): SealInfo => ({
  sealId,
  sealName: `${sealId}章`,
  sealType: 'company',
  sealColor: 'red',
  sealStatus: 'enabled',
  width: 40,
  height: 40,
  sealImg: '',
  isDefault: 0,
  createTime: 0,
  expireTime: null,
  sealPermission: 'direct',
  ...more,
})
const place = (positionId: string, positionType: Position['positionType']): Position => ({
  positionId,
  positionType,
  fileId: 'f',
  page: 1,
  x: 0,
  y: 0,
  width: 40,
  height: 40,
  signerNo: 1,
  required: 1,
  sealId: null,
  value: null,
  format: null,
})
const row = (more: Partial<BatchSignRow> = {}): BatchSignRow => ({
  signId: 'a',
  taskName: '采购合同',
  taskNo: 'HT1',
  initiatorName: '',
  signExpireTime: 0,
  pageCount: 2,
  companyId: null,
  signBeforeCheck: 1,
  signBeforeCheckInfo: '',
  batchNeed: 'nothing',
  signerStatus: 'toSign',
  willAuthType: 'any',
  sealInfoArray: [seal('公'), seal('合同', { isDefault: 1 })],
  positionArray: [place('s1', 'companySeal'), place('s2', 'companySeal'), place('d1', 'date')],
  keptArray: [],
  ...more,
})
const none = { common: {}, own: {} }
const picked = (given: BatchSignRow, choices = none as Parameters<typeof pickOf>[2]) =>
  pickOf(given, 'company', choices, 1)?.sealId

test('a contract takes its own seal, else that of all, else the one kept before, else the default', () => {
  const kept = row({ keptArray: [{ positionId: 's1', sealId: '公', written: 0 }] })
  expect(picked(row())).toBe('合同')
  expect(picked(kept)).toBe('公')
  expect(picked(kept, { common: { company: '合同' }, own: {} })).toBe('合同')
  expect(picked(row(), { common: { company: '合同' }, own: { a: { company: '公' } } })).toBe('公')
})

test('a seal that is gone, or needs others to agree, is not taken', () => {
  expect(picked(row(), { common: { company: '没有' }, own: {} })).toBe('合同')
  const asked = row({ sealInfoArray: [seal('公', { sealPermission: 'needApproval' }), seal('旧', { expireTime: 1 })] })
  expect(picked(asked)).toBeUndefined()
  expect(placesOf(asked, none, 1)).toEqual([])
})

test('every place to seal gets it, a date and what was written by hand nothing', () => {
  expect(placesOf(row(), none, 1)).toEqual([
    { positionId: 's1', sealId: '合同' },
    { positionId: 's2', sealId: '合同' },
  ])
  const written = row({
    positionArray: [place('h1', 'handwrite')],
    keptArray: [{ positionId: 'h1', written: 1 }],
  })
  expect([placesOf(written, none, 1), sealKindOf(written)]).toEqual([[], null])
})

test('before the proof of will it is said how often each seal is put', () => {
  const across = row({ signId: 'b', positionArray: [place('s1', 'companySeal'), place('x1', 'crossPage')] })
  const written = row({ signId: 'c', positionArray: [], keptArray: [{ positionId: 'h1', written: 1 }] })
  expect(stampsInWords([row(), across, written], none, 1)).toBe('合同章3处、手写签名1处，其中1份加盖骑缝章')
  expect(stampsInWords([row()], none, 1)).toBe('合同章2处')
})

const asks = (...kinds: BatchSignRow['willAuthType'][]) =>
  willKindOf(kinds.map((willAuthType) => row({ willAuthType })))

test('contracts that ask for different proofs are signed by both', () => {
  expect([asks(), asks('any'), asks('any', 'pin'), asks('sms', 'sms')]).toEqual(['any', 'any', 'pin', 'sms'])
  expect(asks('sms', 'any', 'pin')).toBe('double')
  expect(asks('any', 'double')).toBe('double')
})
