import { expect, test } from 'vitest'
import { controls, controlTable, isCompanys, isCutAcross, isOfFamily, isOnePage, takesSeal } from './controls.ts'
import { sealKinds } from '../seals/seal-kind.ts'
import { isFillIn } from './fill-in.ts'
import { isSignature } from './lone-area.ts'
import { signaturesFor } from './sign-kind.ts'

const of = (holds: (control: (typeof controls)[number]) => boolean) => controls.filter(holds)

test('the controls in the order they are listed', () => {
  expect(controls.map((control) => [control, controlTable[control].label])).toEqual([
    ['companySeal', '企业印章'],
    ['legalSeal', '法定代表人章'],
    ['personSign', '个人签名'],
    ['handwrite', '手写签名'],
    ['crossPage', '骑缝章'],
    ['date', '签署日期'],
    ['text', '单行文本'],
    ['textarea', '多行文本'],
    ['checkbox', '勾选框'],
  ])
})

test('each list of controls', () => {
  expect({
    seals: of((control) => isOfFamily(control, 'seal')),
    signatures: of((control) => isSignature({ control })),
    fillIns: of((control) => isFillIn({ control })),
    companys: of(isCompanys),
    onePage: of(isOnePage),
  }).toEqual({
    seals: ['companySeal', 'legalSeal', 'personSign'],
    signatures: ['companySeal', 'legalSeal', 'personSign', 'handwrite'],
    fillIns: ['text', 'textarea', 'checkbox'],
    companys: ['companySeal', 'legalSeal'],
    onePage: ['companySeal', 'legalSeal', 'personSign', 'handwrite', 'date', 'text', 'textarea', 'checkbox'],
  })
})

test.each([
  ['company', 'any', ['companySeal', 'legalSeal', 'handwrite']],
  ['company', 'seal', ['companySeal', 'legalSeal']],
  ['company', 'handwrite', ['handwrite']],
  ['company', 'both', ['companySeal', 'legalSeal', 'handwrite']],
  ['person', 'any', ['personSign', 'handwrite']],
  ['person', 'seal', ['personSign']],
  ['person', 'handwrite', ['handwrite']],
  ['person', 'both', ['personSign', 'handwrite']],
] as const)('a %s asked for %s signs with %j', (side, kind, signatures) => {
  expect(signaturesFor(side, kind)).toEqual(signatures)
})

test('each seal stands where it is asked for and nowhere else', () => {
  expect(sealKinds.map((kind) => [kind, ...of((control) => takesSeal(control, kind))])).toEqual([
    ['person', 'personSign'],
    ['handwrite', 'personSign', 'handwrite'],
    ['company', 'companySeal'],
    ['legal', 'legalSeal'],
  ])
})

test('a cross-page seal is cut from a party’s own seal, never from its legal representative’s', () => {
  expect(of(isCutAcross)).toEqual(['companySeal', 'personSign'])
})

test('only a date has a format from the start', () => {
  expect(of((control) => controlTable[control].format !== null)).toEqual(['date'])
  expect(controlTable.date.format).toBe('yyyy年m月d日')
})
