import { expect, test } from 'vitest'
import { sealPermission } from './seal-permission.ts'

const nobody = { mine: false, ownsSpace: false, granted: false }

test.each([
  { who: 'a colleague without a grant', claim: nobody, may: 'none' },
  { who: 'a colleague with a grant', claim: { ...nobody, granted: true }, may: 'direct' },
  { who: 'the administrator', claim: { ...nobody, ownsSpace: true }, may: 'direct' },
  { who: 'the seal’s own person', claim: { ...nobody, mine: true }, may: 'direct' },
])('$who: $may', ({ claim, may }) => {
  expect(sealPermission(claim)).toBe(may)
})
