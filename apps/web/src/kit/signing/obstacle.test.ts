import { expect, test } from 'vitest'
import { dateText } from './date-text.ts'
import { obstacleOf } from './obstacle.ts'
import { sizeText } from '../../ui/size-text.ts'

const ready = { left: 0, lacking: 0, read: true, agreed: true }

test('the first obstacle is named first: places, papers, reading, consent', () => {
  expect(obstacleOf({ left: 2, lacking: 1, read: false, agreed: false })).toBe('places')
  expect(obstacleOf({ left: 0, lacking: 1, read: false, agreed: false })).toBe('papers')
  expect(obstacleOf({ ...ready, read: false, agreed: false })).toBe('reading')
  expect(obstacleOf({ ...ready, agreed: false })).toBe('consent')
  expect(obstacleOf(ready)).toBeNull()
})

test('a date area shows the day in Beijing as it asks, the common form when it asks for none we know', () => {
  const newYear = Date.parse('2025-12-31T16:30:00Z')
  expect(dateText({ format: null }, newYear)).toBe('2026年1月1日')
  expect(dateText({ format: 'yyyy-m-d' }, newYear)).toBe('2026-1-1')
  expect(dateText({ format: 'dd/mm' }, newYear)).toBe('2026年1月1日')
})

test('sizes are told to a tenth of a millimetre', () => {
  expect(sizeText({ width: 40, height: 40 })).toBe('40 mm')
  expect(sizeText({ width: 29.456000000000003, height: 12 })).toBe('29.5×12 mm')
})
