import type { Control } from '@moqi/domain/contract/controls'
import { expect, test } from 'vitest'
import type { AreaRow } from './contract-files.ts'
import { planFields } from './field-plan.ts'

const area = (areaId: string, control: Control, more: Partial<AreaRow> = {}): AreaRow => ({
  tenant_id: 't',
  contract_id: 'c',
  area_id: areaId,
  file_id: 'f',
  party_no: 1,
  page: 1,
  x: 10,
  y: 20,
  width: 42,
  height: 42,
  control,
  required: true,
  format: null,
  value: null,
  label: null,
  bounds: null,
  pages: null,
  ...more,
})

const { plan, slots } = planFields(
  [
    area('cross', 'crossPage', { pages: 'even', y: 90 }),
    area('tick', 'checkbox', { label: '同意' }),
    area('seal', 'companySeal'),
    area('hand', 'handwrite'),
    area('text', 'text'),
    area('other', 'personSign', { party_no: 2 }),
    area('lost', 'date', { party_no: 3 }),
  ],
  { pageCount: 5 },
)

test('the first image is the signature, and locks all else of its party and nothing of another', () => {
  expect(plan.signatures).toEqual([
    {
      slot: 'moqi-0003',
      page: 1,
      box: { x: 10, y: 20, width: 42, height: 42 },
      locks: ['moqi-0001', 'moqi-0002', 'moqi-0004', 'moqi-0005'],
    },
    { slot: 'moqi-0006', page: 1, box: { x: 10, y: 20, width: 42, height: 42 }, locks: [] },
  ])
})

test('every kind of place becomes its kind of field', () => {
  expect(plan.crossPageSeals).toEqual([{ slot: 'moqi-0001', y: 90, size: 42, pages: [2, 4] }])
  expect(plan.checkboxes).toMatchObject([{ slot: 'moqi-0002', label: '同意' }])
  expect(plan.stamps).toMatchObject([{ slot: 'moqi-0004' }])
  expect(plan.texts).toMatchObject([{ slot: 'moqi-0005', label: '单行文本', fontSize: 12 }])
})

test('each field is remembered with its place and party', () => {
  expect(slots[0]).toEqual({ slot: 'moqi-0001', partyNo: 1, areaId: 'cross' })
  expect(slots).toHaveLength(7)
})

test('an area of a file that takes no others is signed in the field it lies on', () => {
  const fields = [{ name: 'buyer', page: 1, x: 10, y: 20, width: 42, height: 42, locks: [] }]
  const planned = planFields([area('a', 'companySeal'), area('b', 'personSign', { x: 11, party_no: 2 })], {
    pageCount: 1,
    fields,
  })
  expect(planned.plan.signatures.map(({ field }) => field)).toEqual(['buyer', undefined])
})
