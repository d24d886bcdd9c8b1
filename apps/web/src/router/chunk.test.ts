import { expect, it } from 'vitest'
import { coded, isChunkFault, versionOf } from './chunk.ts'

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

it('gives a stylesheet that fails its code, and nothing else one', () => {
  expect(coded(new Error('Unable to preload CSS for /home/assets/x.css'))).toMatchObject({
    code: 'CSS_CHUNK_LOAD_FAILED',
  })
  expect(coded(new TypeError('Failed to fetch dynamically imported module'))).not.toHaveProperty('code')
})

it('tells versions by the script a page begins with', () => {
  const page =
    '<script src="/home/config.js"></script><script type="module" crossorigin src="/home/assets/index-a1.js">'
  expect(versionOf(page)).toBe('/home/assets/index-a1.js')
  expect(versionOf('<h1>502</h1>')).toBeNull()
})
