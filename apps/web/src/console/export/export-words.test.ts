import { expect, test } from 'vitest'
import { partDone, sizeText } from './export-words.ts'

const half = {
  exportId: 'e',
  exportState: 'running',
  exportStage: 'pack',
  taskNumber: 200,
  packedNumber: 100,
  checkedNumber: 0,
  leftOutNumber: 0,
  size: 0,
  orderTime: 0,
  orderedBy: '李静',
  finishTime: null,
  keptUntil: null,
  fileName: 'a.zip',
} as const

test('sizes read as people say them', () => {
  expect([0, 900, 1536, 41_446_711_296].map(sizeText)).toEqual(['0 B', '900 B', '1.5 KB', '38.6 GB'])
})

test('an export is not whole before it is done, however much is packed and checked', () => {
  expect(partDone(half)).toBe(37)
  expect(partDone({ ...half, packedNumber: 200, checkedNumber: 200 })).toBe(99)
  expect(partDone({ ...half, exportState: 'done' })).toBe(100)
  expect(partDone({ ...half, taskNumber: 0, packedNumber: 0 })).toBe(0)
})
