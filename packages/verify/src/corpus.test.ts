import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { codesOf } from './testing/reasons.ts'
import type { Verdict } from './verdict.ts'
import { verifyPdf } from './verify-pdf.ts'

/** Public test material, beside the repository; never copied into it. */
const corpus = process.env.MOQI_CORPUS ?? fileURLToPath(new URL('../../../../shared/corpus', import.meta.url))
const absent = !existsSync(corpus)
const now = new Date('2026-11-20T00:00:00Z')

const judge = (name: string): Promise<Verdict> =>
  verifyPdf(readFileSync(`${corpus}/${name}.pdf`), { trustedRoots: [], now })

describe.skipIf(absent)('the public corpus (set MOQI_CORPUS or put it at ../shared/corpus)', () => {
  test.each([
    ['usf_01_Empty_Contents', 'contents-empty'],
    ['usf_03_Null_Contents', 'contents-missing'],
    ['usf_05_No_Contents', 'contents-missing'],
    ['usf_12_Null_ByteRange', 'byte-range-missing'],
    ['siwa_A', 'byte-range-gap-not-contents'],
    ['siwa_C', 'byte-range-gap-not-contents'],
    ['signature-gap-too-big', 'byte-range-gap-not-contents'],
    ['weird-byterange', 'byte-range-gap-not-contents'],
    ['one-byterange', 'byte-range-shape'],
    ['tail-uncovered', 'byte-range-end-not-revision-end'],
    ['isa_A', 'structure-fault-after-signature'],
    ['isa_C', 'structure-fault-after-signature'],
    ['isa_E', 'structure-fault-after-signature'],
    ['isa_G', 'structure-fault-after-signature'],
    ['form-update-ap-indirect-sneaky-trailer', 'change-shared-object'],
    ['form-update-override-appearance-stream-sneaky', 'change-shared-object'],
  ])('attacked/%s is invalid: %s', async (name, code) => {
    const verdict = await judge(`attacked/${name}`)
    expect(verdict.verdict).toBe('invalid')
    expect(codesOf(verdict, 'invalid')).toContain(code)
    expect(verdict.signatureArray.length).toBeGreaterThan(0)
  })

  test.each([
    ['form-update-override-appearance-stream', 2],
    ['minimal-two-fields-signed-twice', 2],
    ['pades-lta-dss-indirect-arrs-test', 2],
    ['sig-with-ski-sid', 1],
  ])('genuine/%s is intact, and only the identity of %i signers is unconfirmed', async (name, count) => {
    const verdict = await judge(`genuine/${name}`)
    expect(verdict.verdict).toBe('indeterminate')
    expect(codesOf(verdict, 'indeterminate')).toEqual(['chain-untrusted'])
    expect(verdict.signatureArray).toHaveLength(count)
    for (const signature of verdict.signatureArray) {
      expect(signature).toMatchObject({ integrity: 'intact', identity: 'unconfirmed' })
      expect(['as-signed', 'allowed-changes']).toContain(signature.permission)
    }
  })

  test.each([
    ['pdf-sig-with-econtent', 'cms-encapsulated-content'],
    ['sig-no-signed-attrs', 'cms-no-signed-attributes'],
  ])('nonconformant/%s is intact and named: %s', async (name, code) => {
    const verdict = await judge(`nonconformant/${name}`)
    expect(verdict.verdict).toBe('indeterminate')
    expect(codesOf(verdict, 'indeterminate').toSorted()).toEqual(['chain-untrusted', code].toSorted())
    expect(verdict.signatureArray).toMatchObject([{ integrity: 'intact' }])
  })

  test.each([
    ['broken-objstream1', 'unreadable', 'page-tree-inconsistent'],
    ['broken-objstream3', 'unreadable', 'object-malformed'],
    ['circular-page-tree', 'unsigned', 'circular-structure'],
    ['form-tree-circular-ref-input', 'unsigned', 'circular-structure'],
    ['minimal-aes256', 'unsigned', 'encrypted-unreadable'],
    ['minimal-badxref', 'unreadable', 'xref-malformed'],
    ['minimal-hybrid-xref-weirdgen', 'unsigned', 'hybrid-reference'],
    ['minimal-illegal-header', 'unsigned', 'header-not-at-start'],
    ['minimal-rc4', 'unsigned', 'encrypted-unreadable'],
    ['minimal-startxref-hopeless', 'unreadable', 'xref-object-mismatch'],
    ['no-mediabox', 'unsigned', undefined],
    ['struct-tree-circular-ref', 'unsigned', 'circular-structure'],
  ])('malformed/%s is %s with %s', async (name, expected, code) => {
    const started = performance.now()
    const verdict = await judge(`malformed/${name}`)
    expect(verdict.verdict).toBe(expected)
    const codes = verdict.reasonArray.map((reason) => reason.code)
    expect(code === undefined ? codes.length === 0 : codes.some((one) => one === code)).toBe(true)
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})
