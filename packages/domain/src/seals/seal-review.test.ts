import { expect, test } from 'vitest'
import { uploadedSize } from './seal-review.ts'

test('an uploaded seal keeps the ratio of its picture, between 10 and 100 mm a side (domain 4.6)', () => {
  expect(uploadedSize(45, 1.5)).toEqual({ widthMm: 45, heightMm: 30 })
  expect(uploadedSize(10, 1)).toEqual({ widthMm: 10, heightMm: 10 })
  for (const [width, ratio] of [
    [9.9, 1],
    [100.1, 1],
    [45, 4.6],
    [20, 0.1],
  ] as const) {
    expect(uploadedSize(width, ratio)).toBeNull()
  }
})
