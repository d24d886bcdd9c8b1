import { afterAll, expect, test } from 'vitest'
import { scene } from '@moqi/trust/testing/authority-scene'
import { openPageImages } from '@moqi/pdf/page-image/render-page'
import { randomSource } from '../fuzz/random-source.ts'
import { contractPage, uploadOf } from './contract-page.ts'
import { judgeSeals } from './judge-seals.ts'

// Five hundred pairs: npm run attacks -- seals.
const renderer = await openPageImages()
afterAll(() => renderer.close())

test('no honest seal is refused, and no glyph is hidden or retyped under one without a word', async () => {
  const { bySize, failures } = await judgeSeals(await scene(), renderer, { pairs: 20, seed: 1 })
  expect(failures).toEqual([])
  const rates = Object.values(bySize)
  const sum = (key: 'honest' | 'open' | 'refuted') => rates.reduce((total, one) => total + one[key], 0)
  expect(sum('honest')).toBe(20)
  // Neither verdict is what everything gets.
  expect(sum('open')).toBeLessThan(15)
  expect(sum('refuted')).toBeGreaterThan(5)
})

const made = () => uploadOf(contractPage(randomSource(7), { size: 10, place: 'table', margin: 30 }))

test('a seed makes the same contract again', () => {
  expect(made().equals(made())).toBe(true)
})
