import { expect, test } from 'vitest'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { fuzzVerifier } from './fuzz-verifier.ts'
import { mutateBytes } from './mutate-bytes.ts'
import { randomSource } from './random-source.ts'
import { seedFiles } from './seed-files.ts'

const seeds = await seedFiles()

test('the files to start from are valid', async () => {
  for (const { bytes } of seeds.files) {
    const { verdict, reasonArray } = await verifyPdf(bytes, seeds.options)
    expect([verdict, reasonArray.filter(({ severity }) => severity === 'invalid')]).toEqual(['valid', []])
  }
})

test('a short series throws nothing and calls no forgery valid', async () => {
  const report = await fuzzVerifier(seeds, { runs: 250, milliseconds: 15_000, seed: 7 })
  expect(report.failures).toEqual([])
  expect(report.runs).toBeGreaterThan(50)
  expect(report.slowestMs).toBeLessThan(10_000)
})

test('a verifier that calls forgeries valid, or throws, is found out', async () => {
  const series = { runs: 40, milliseconds: 10_000, seed: 1 }
  const [own] = seeds.files
  const praise = await verifyPdf(own.bytes, seeds.options)
  const credulous = await fuzzVerifier(seeds, series, () => Promise.resolve(praise))
  expect([credulous.falseValid > 10, credulous.failures.length]).toEqual([true, credulous.falseValid])
  const fragile = await fuzzVerifier(seeds, series, () => Promise.reject(new Error('fragile')))
  expect([fragile.exceptions > 10, fragile.failures[0]]).toEqual([true, expect.stringContaining('fragile')])
})

test('one seed always makes the same changes', () => {
  const [own] = seeds.files
  const changed = (seed: number) => mutateBytes(own.bytes, randomSource(seed))
  expect(changed(3)).toEqual(changed(3))
  expect(changed(3)).not.toEqual(changed(4))
})
