import { expect, test } from 'vitest'
import { type SealClaim, sealPermission } from './seal-permission.ts'

const nobody: SealClaim = { kind: 'company', mine: false, ownsSpace: false, granted: false, approvable: false }

test.each<{ who: string; claim: SealClaim; may: string }>([
  { who: 'a colleague without a grant', claim: nobody, may: 'none' },
  { who: 'a colleague with a grant', claim: { ...nobody, granted: true }, may: 'direct' },
  { who: 'a colleague, where a flow takes the seal', claim: { ...nobody, approvable: true }, may: 'needApproval' },
  { who: 'who needs no approval', claim: { ...nobody, granted: true, approvable: true }, may: 'direct' },
  { who: 'anybody, of the legal representative’s', claim: { ...nobody, kind: 'legal', approvable: true }, may: 'none' },
  { who: 'the administrator', claim: { ...nobody, ownsSpace: true }, may: 'direct' },
  { who: 'the seal’s own person', claim: { ...nobody, mine: true }, may: 'direct' },
  {
    who: 'the administrator, of the legal representative’s',
    claim: { ...nobody, kind: 'legal', ownsSpace: true },
    may: 'none',
  },
  { who: 'the legal representative, of that', claim: { ...nobody, kind: 'legal', mine: true }, may: 'direct' },
  { who: 'whom the legal representative lets', claim: { ...nobody, kind: 'legal', granted: true }, may: 'direct' },
])('$who: $may', ({ claim, may }) => {
  expect(sealPermission(claim)).toBe(may)
})
