import { controls } from '@moqi/domain/contract/controls'
import { senderNo } from '@moqi/domain/templates/template-rules'
import { expect, test } from 'vitest'
import { placeKind } from '../signing/signing-state.ts'
import { areaOrder, kindsOf } from './area-kinds.ts'

const filledIn = ['date', 'text', 'textarea', 'checkbox']
const offered = (kind: 'person' | 'company', signerNo: number) => kindsOf({ kind, signerNo, signKind: 'any' })

test('the palette lists every kind of area that is placed on one page', () => {
  expect(areaOrder).toEqual(['companySeal', 'legalSeal', 'personSign', 'handwrite', ...filledIn])
})

test('a party is offered what its side signs with, and the initiator what is filled in', () => {
  expect(offered('company', 1)).toEqual(['companySeal', 'legalSeal', 'handwrite', ...filledIn])
  expect(offered('person', 1)).toEqual(['personSign', 'handwrite', ...filledIn])
  expect(offered('company', senderNo)).toEqual(['text', 'textarea', 'checkbox'])
})

test('what each control asks of who signs', () => {
  expect(controls.map((positionType) => [positionType, placeKind({ positionType })])).toEqual([
    ['companySeal', 'company'],
    ['legalSeal', 'legal'],
    ['personSign', 'person'],
    ['handwrite', 'handwrite'],
    ['crossPage', 'crossPage'],
    ['date', 'date'],
    ['text', 'fillIn'],
    ['textarea', 'fillIn'],
    ['checkbox', 'fillIn'],
  ])
})
