import { assert, maxSafeInteger, property } from 'fast-check'
import { expect, test } from 'vitest'
import { countText } from './count-text.ts'

test('a number is grouped as the browser would group it', () => {
  assert(
    property(maxSafeInteger(), (count) => {
      expect(countText(count)).toBe(count.toLocaleString('en-US'))
    }),
  )
})
