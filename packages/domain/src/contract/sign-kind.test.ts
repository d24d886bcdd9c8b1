import { expect, test } from 'vitest'
import { type SignKind, signKindFault, signKindLabels, signKindOf, signaturesFor } from './sign-kind.ts'

const places = (...types: string[]) => types.map((positionType) => ({ positionType }))

test.each<['company' | 'person', SignKind, string[], string | null]>([
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
  expect([signKindOf('person', 'both'), signKindOf('company', 'handwrite'), signKindOf('person', 'x')]).toEqual([
    'any',
    'any',
    'any',
  ])
  for (const side of ['company', 'person'] as const) {
    for (const kind of Object.keys(signKindLabels[side])) {
      expect(signKindOf(side, kind)).toBe(kind)
      expect(signaturesFor(side, signKindOf(side, kind)).length).toBeGreaterThan(0)
    }
  }
})
