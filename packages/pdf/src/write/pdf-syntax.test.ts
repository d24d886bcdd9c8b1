import { expect, test } from 'vitest'
import { dateString, decimal, decimals, dictionary, nameObject, textString } from './pdf-syntax.ts'

test('numbers keep three decimals and never an exponent', () => {
  expect(decimal(595.303937007874)).toBe('595.304')
  expect(decimal(1e-7)).toBe('0')
  expect(decimals(0, 1.5, -2.0004)).toBe('[0 1.5 -2]')
})

test('ASCII stays readable with its brackets escaped, Chinese becomes UTF-16BE', () => {
  expect(textString('a(b)\\')).toBe('(a\\(b\\)\\\\)')
  expect(textString('张三')).toBe('<FEFF5F204E09>')
  expect(textString('𠮷')).toBe('<FEFFD842DFB7>')
  expect(textString('a\nb')).toBe('<FEFF0061000A0062>')
})

test('dates are written in Beijing time', () => {
  expect(dateString(new Date('2026-11-20T17:04:05.678Z'))).toBe("(D:20261121010405+08'00')")
})

test('irregular characters of a name are escaped', () => {
  expect(nameObject('A B#/(\u00e7\u00ad\u00be)')).toBe('/A#20B#23#2f#28#e7#ad#be#29')
})

test('entries of a dictionary are replaced, added and dropped', () => {
  const entries = new Map([
    ['Type', '/Page'],
    ['XFA', '1 0 R'],
  ])
  expect(dictionary(entries, { Annots: '[]', Type: '/Other' }, ['XFA'])).toBe('<</Type /Other/Annots []>>')
})
