import { expect, test } from 'vitest'
import type { Control } from './controls.ts'
import { fieldOfArea, fileFieldFaults } from './file-fields.ts'

const buyer = { name: 'buyer', page: 1, x: 20.11, y: 246.94, width: 50.09, height: 29.99, locks: [] }
const seller = { ...buyer, name: 'seller', x: 80.08 }
const closing = { ...buyer, name: 'closing', x: 140, locks: ['buyer', 'seller'] }
const files = [{ fileId: 'free' }, { fileId: 'f', fields: [buyer, seller, closing] }]
const parties = [1, 2, 3].map((partyNo) => ({ partyNo, signOrder: partyNo }))
const at = (
  { page, x, y, width, height }: Omit<typeof buyer, 'locks'>,
  partyNo: number,
  control: Control = 'personSign',
) => {
  return { fileId: 'f', page, x, y, width, height, partyNo, control }
}
const faults = (...areas: ReturnType<typeof at>[]) =>
  fileFieldFaults({ files, parties, areas }).map(({ field, message }) => `${field} ${message}`)

test('an area lies on a field when it is exactly there', () => {
  expect(fieldOfArea([buyer, seller], { ...at(seller, 1), x: 80.1 })?.name).toBe('seller')
  expect(fieldOfArea([buyer, seller], { ...at(seller, 1), x: 80.2 })).toBeUndefined()
  expect(fieldOfArea([buyer, seller], { ...at(seller, 1), page: 2 })).toBeUndefined()
})

test('each party in a field of its own is right, and other files are free', () => {
  expect(faults(at(buyer, 1), at(seller, 2), { ...at(buyer, 3, 'date'), fileId: 'free', x: 1 })).toEqual([])
  for (const kind of ['companySeal', 'legalSeal', 'handwrite'] as const) expect(faults(at(buyer, 1, kind))).toEqual([])
})

test.each([
  [[], ['areas 已被其他机构认证的文件还没有分配签名域']],
  [[at({ ...buyer, x: 21 }, 1)], ['areas.0 该文件已被其他机构认证，只能签在文件预留的签名域中']],
  [[at({ ...buyer, width: 42 }, 1)], ['areas.0 该文件已被其他机构认证，只能签在文件预留的签名域中']],
  ...(['date', 'text', 'textarea', 'checkbox', 'crossPage'] as const).map(
    (kind): [ReturnType<typeof at>[], string[]] => [
      [at(buyer, 1), at(seller, 1, kind)],
      ['areas.0 每个签署方在该文件中只能使用一处签名域', 'areas.1 该文件已被其他机构认证，只能放置印章或签名'],
    ],
  ),
  [
    [at(buyer, 1), at(buyer, 2)],
    ['areas.0 每处签名域只能分配给一个签署方', 'areas.1 每处签名域只能分配给一个签署方'],
  ],
])('areas %# that do not fit are told', (areas, told) => {
  expect(faults(...areas)).toEqual(told)
})

test('a field that fixes others is for whoever signs last', () => {
  expect(faults(at(buyer, 1), at(closing, 2))).toEqual([])
  const late = '签名域“closing”签署后会锁定其他签名域，请改为顺序签署，并分配给最后的签署方'
  expect(faults(at(buyer, 2), at(closing, 1))).toEqual([`areas.1 ${late}`])
  const atOnce = parties.map(({ partyNo }) => ({ partyNo, signOrder: 1 }))
  const areas = [at(buyer, 1), at(closing, 2)]
  expect(fileFieldFaults({ files, parties: atOnce, areas })).toHaveLength(1)
})
