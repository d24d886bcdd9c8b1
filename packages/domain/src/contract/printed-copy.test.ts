import { expect, test } from 'vitest'
import { copyNumberOf, maskCompany, pageKeyOf, readCopyNumber, writtenCopyNumber } from './printed-copy.ts'

test('a number has sixteen letters that are read as they were written', () => {
  const number = copyNumberOf(Buffer.from('00443214c74254b635cf', 'hex'))
  expect(number).toBe('0123456789ABCDEF')
  expect(pageKeyOf(Buffer.from('ffffffffffffff', 'hex'))).toBe('ZZZZZZZZZZ')
  expect(writtenCopyNumber(number)).toBe('0123-4567-89AB-CDEF')
  expect(readCopyNumber('o123-4567–89ab cdef')).toBe(number)
  expect(readCopyNumber('0i23-4567-89AB-CDEF')).toBe(number)
})

test.each(['', '0123', '0123-4567-89AB-CDEU', '0123-4567-89AB-CDEF-0', '合同编号'])('%s is no number', (typed) => {
  expect(readCopyNumber(typed)).toBeNull()
})

test('a company shows its ends alone', () => {
  expect(maskCompany('云起科技（上海）有限公司')).toBe('云起***公司')
  expect(maskCompany('小店')).toBe('小***')
})
