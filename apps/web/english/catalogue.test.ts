import { expect, test } from 'vitest'
import { piecesOf, readCatalogue } from './catalogue.ts'

const slotsOf = (text: string) => new Set([...text.matchAll(/\{(\d+)/g)].map(([, slot]) => slot))

test('the English has the slots of the Chinese, and no Chinese but in brackets and examples', () => {
  const odd = [...readCatalogue()].filter(([chinese, english]) => {
    if (english === null) return false
    const [before, after] = [slotsOf(chinese), slotsOf(english)]
    return before.size !== after.size || [...before].some((slot) => !after.has(slot))
  })
  expect(odd).toEqual([])
})

test('words and slots alternate', () => {
  expect(piecesOf('{0} cop{0|y|ies} left')).toEqual([
    { slot: 0 },
    ' cop',
    { slot: 0, words: { single: 'y', several: 'ies' } },
    ' left',
  ])
})
