import { expect, test } from 'vitest'
import { frameOf } from './frame-of.ts'

test('the frame is a little wider than what differs, and stays on the page', () => {
  expect(frameOf({ left: 0.25, top: 0.5, right: 0.75, bottom: 0.6 })).toEqual({ inset: '48.8% 23.8% 38.8% 23.8%' })
  expect(frameOf({ left: 0, top: 0, right: 1, bottom: 1 })).toEqual({ inset: '0% 0% 0% 0%' })
})
