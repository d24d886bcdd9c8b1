import { describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement } from '@moqi/pdf/testing/increment'
import { hybridForm } from './testing/hybrid-form.ts'
import { codesOf } from './testing/reasons.ts'
import type { Verdict } from './verdict.ts'
import { verifyPdf } from './verify-pdf.ts'

const on = await scene()
const key = await on.party('甲方')
const { timestamps } = on
const root = on.root.key.identity.certificate

const verdictOn = (bytes: Buffer): Promise<Verdict> => verifyPdf(bytes, { trustedRoots: [root], now: sceneTime })
const judge = async (bytes: Buffer): Promise<Verdict> => verdictOn(await signField(bytes, { key, timestamps }))

describe('a hybrid file (P8)', () => {
  test('that hides its structure tree only is as good as any', async () => {
    const { bytes } = hybridForm(['<</Type/StructTreeRoot>>'], { 1: '/StructTreeRoot 15 0 R' })
    const verdict = await judge(bytes)
    expect([verdict.verdict, codesOf(verdict, 'info')]).toEqual(['valid', expect.arrayContaining(['hybrid-reference'])])
    expect(codesOf(verdict, 'info')).not.toContain('readers-disagree')
  })

  test.each([
    ['content', '/Thumb 15 0 R'],
    ['what a page names as its data', '/PieceInfo 15 0 R'],
    ['what any object names so', '/Metadata 15 0 R'],
  ])('makes what was signed ambiguous where only some readers see %s', async (_, entry) => {
    const verdict = await judge(hybridForm(['<</Length 3>>\nstream\nq Q\nendstream'], { 3: entry }).bytes)
    expect([verdict.verdict, codesOf(verdict, 'indeterminate')]).toEqual(['indeterminate', ['readers-disagree']])
  })

  test('changes by a later revision that shows hidden content to some readers', async () => {
    const { bytes } = hybridForm(['<</Type/StructTreeRoot>>'], { 1: '/StructTreeRoot 15 0 R' })
    const signed = await signField(bytes, { key, timestamps })
    const later = appendIncrement(signed, [
      { number: 1, body: '<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R/AF 15 0 R>>' },
    ])
    expect(await faultsOf(later)).toEqual([expect.stringContaining('readers-disagree')])
  })
})

/** What is wrong with the structure behind a signature. */
async function faultsOf(bytes: Buffer): Promise<(string | undefined)[]> {
  const { reasonArray } = await verdictOn(bytes)
  return reasonArray
    .filter(({ code, severity }) => code === 'structure-fault-after-signature' && severity === 'invalid')
    .map(({ detail }) => detail)
}
