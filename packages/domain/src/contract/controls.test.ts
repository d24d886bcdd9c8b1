import { expect, test } from 'vitest'
import { controls, controlTable, isCompanys, isOfFamily, isOnePage, isPlaceable } from './controls.ts'
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
    notPlaceable: of((control) => !isPlaceable(control)),
    onePage: of(isOnePage),
  }).toEqual({
    seals: ['companySeal', 'legalSeal', 'personSign'],
    signatures: ['companySeal', 'legalSeal', 'personSign', 'handwrite'],
    fillIns: ['text', 'textarea', 'checkbox'],
    companys: ['companySeal', 'legalSeal'],
    notPlaceable: ['legalSeal'],
    onePage: ['companySeal', 'personSign', 'handwrite', 'date', 'text', 'textarea', 'checkbox'],
  })
})

test.each([
  ['company', 'any', ['companySeal', 'handwrite']],
  ['company', 'seal', ['companySeal']],
  ['company', 'handwrite', ['handwrite']],
  ['company', 'both', ['companySeal', 'handwrite']],
  ['person', 'any', ['personSign', 'handwrite']],
  ['person', 'seal', ['personSign']],
  ['person', 'handwrite', ['handwrite']],
  ['person', 'both', ['personSign', 'handwrite']],
] as const)('a %s asked for %s signs with %j', (side, kind, signatures) => {
  expect(signaturesFor(side, kind)).toEqual(signatures)
})

test('only a date has a format from the start', () => {
  expect(of((control) => controlTable[control].format !== null)).toEqual(['date'])
  expect(controlTable.date.format).toBe('yyyy年m月d日')
})
