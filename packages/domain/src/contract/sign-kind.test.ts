import { expect, test } from 'vitest'
import type { Control } from './controls.ts'
import { type PartyKind, partyKinds } from './party-kind.ts'
import { type SignKind, signKindFault, signKindLabels, signKindOf, signKinds, signaturesFor } from './sign-kind.ts'

const places = (...types: Control[]) => types.map((control) => ({ control }))

test.each<[PartyKind, SignKind, Control[], string | null]>([
  ['person', 'any', ['personSign', 'handwrite', 'date'], null],
  ['person', 'handwrite', ['handwrite', 'date', 'text'], null],
  ['person', 'handwrite', ['handwrite', 'personSign'], '只能以手写签名签署，请删除其他签署位置'],
  ['person', 'seal', ['personSign', 'crossPage'], null],
  ['person', 'seal', ['handwrite'], '只能以个人印章签署，请删除其他签署位置'],
  ['company', 'any', ['companySeal'], null],
  ['company', 'seal', ['companySeal', 'handwrite'], '只能以企业印章签署，请删除其他签署位置'],
  ['company', 'both', ['companySeal', 'handwrite'], null],
  ['company', 'both', ['companySeal'], '还需要一处手写签名（经办人签字）'],
  ['company', 'both', ['handwrite'], '还需要一处企业印章'],
])('a %s asked for %s with places %j', (side, kind, types, fault) => {
  expect(signKindFault(side, kind, places(...types))).toBe(fault)
})

test('a kind that is not of the side asks for nothing in particular', () => {
  expect([signKindOf('person', 'both'), signKindOf('company', 'handwrite')]).toEqual(['any', 'any'])
  for (const side of partyKinds) {
    for (const kind of signKinds.filter((one) => Object.hasOwn(signKindLabels[side], one))) {
      expect(signKindOf(side, kind)).toBe(kind)
      expect(signaturesFor(side, signKindOf(side, kind)).length).toBeGreaterThan(0)
    }
  }
})
