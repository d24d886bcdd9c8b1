import { afterAll, expect, test } from 'vitest'
import { scene } from '@moqi/trust/testing/authority-scene'
import { openPageImages } from '@moqi/pdf/page-image/render-page'
import { judgeGlyphPairs } from './judge-glyphs.ts'

// Two thousand: npm run attacks -- property.
const renderer = await openPageImages()
afterAll(() => renderer.close())

test('a glyph that a co-signer’s look changes is found, and a look that harms nothing is not refused', async () => {
  const { found, failures, byChange } = await judgeGlyphPairs(await scene(), renderer, { runs: 12, seed: 1 })
  expect(failures).toEqual([])
  expect([found, Object.keys(byChange).length]).toEqual([12, 4])
})
