import { expect, test } from 'vitest'
import { sideName } from './side-name.ts'

test('sides are 甲 to 癸, then numbered', () => {
  expect([sideName(0), sideName(9), sideName(10)]).toEqual(['甲方', '癸方', '第11方'])
})
