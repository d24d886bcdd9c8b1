import { expect, it } from 'vitest'
import { isChunkFault } from './chunk.ts'

it.each([
  'Failed to fetch dynamically imported module: /home/assets/x.js',
  'error loading dynamically imported module',
  'Importing a module script failed.',
  'Unable to preload CSS for /home/assets/x.css',
])('takes %j for a missing piece of the page', (text) => {
  expect(isChunkFault(new TypeError(text))).toBe(true)
})

it('knows a stylesheet by its code', () => {
  expect(isChunkFault(Object.assign(new Error('x'), { code: 'CSS_CHUNK_LOAD_FAILED' }))).toBe(true)
})

it('leaves other faults alone', () => {
  expect(isChunkFault(new TypeError("Cannot read properties of undefined (reading 'a')"))).toBe(false)
  expect(isChunkFault('Failed to fetch dynamically imported module')).toBe(false)
})
