import { expect, it } from 'vitest'
import { isFlag, isNumber, isText, listOf, oneOf, orNull, record } from './stored-shape.ts'

const isParty = record({
  name: isText,
  kind: oneOf('company', 'person'),
  own: isFlag,
  until: orNull(isNumber),
  files: listOf(record({ size: isNumber })),
})
const party = { name: '李静', kind: 'person', own: true, until: null, files: [{ size: 1 }] }

it('takes what has the shape', () => {
  expect([party, { ...party, until: 7, files: [], more: 'x' }].map((value) => isParty(value))).toEqual([true, true])
})

it.each([
  null,
  'text',
  [],
  {},
  { ...party, name: 1 },
  { ...party, kind: 'x' },
  { ...party, own: 1 },
  { ...party, until: undefined },
  { ...party, files: {} },
  { ...party, files: [{ size: '1' }] },
])('refuses %j', (value) => {
  expect(isParty(value)).toBe(false)
})
