import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { signDigest } from '@moqi/trust/cms/signed-data'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement } from '@moqi/pdf/testing/increment'
import { codesOf } from './testing/reasons.ts'
import type { Verdict } from './verdict.ts'
import { verifyPdf } from './verify-pdf.ts'

const on = await scene()
const key = await on.party('甲方')
const { timestamps } = on
const trustedRoots = [on.root.key.identity.certificate]
const judge = (bytes: Buffer): Promise<Verdict> => verifyPdf(bytes, { trustedRoots, now: sceneTime })

const signed = await signField(foreignPdf(), { key, timestamps })
const behind = (bytes: Buffer, text: string) => Buffer.concat([bytes, Buffer.from(text, 'latin1')])
const evil = `${numbers.content} 0 obj\n<</Length 26>>\nstream\nBT /F 18 Tf (EVIL) Tj ET   \nendstream\nendobj\n`

/** Appends a signature over the whole file that no cross-reference leads to. */
async function signWithoutChain(bytes: Buffer): Promise<Buffer> {
  const [zeros, blank] = ['0'.repeat(16_384), ' '.repeat(40)]
  const head = `90 0 obj\n<</Type/Sig/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached/M(D:20261120110405+08'00')`
  const whole = behind(bytes, `${head}/ByteRange ${blank}/Contents <${zeros}>>>\nendobj\nstartxref\n5\n%%EOF\n`)
  const start = whole.lastIndexOf(`<${zeros}`)
  const end = start + zeros.length + 2
  whole.write(`[0 ${start} ${end} ${whole.length - end}]`, whole.lastIndexOf(blank), 'latin1')
  const digest = createHash('sha256').update(whole.subarray(0, start)).update(whole.subarray(end)).digest()
  whole.write((await signDigest({ key, timestamps }, digest)).toString('hex'), start + 1, 'latin1')
  return whole
}

describe('what stands behind the signed bytes came later, whether or not a chain leads there (P0)', () => {
  test.each([
    ['one mark of an end', 1, '%%EOF\n'],
    ['so many that no reader tries them all', 41, '%%EOF\n'],
    ['more of them', 5000, '%%EOF\n'],
    ['ends that name nothing', 200, 'startxref\n5\n%%EOF\n'],
  ])('a changed page behind %s is a change', async (_, count, mark) => {
    for (const bytes of [behind(signed, evil), appendIncrement(signed, [{ number: 4, body: '<<>>' }])]) {
      const verdict = await judge(behind(bytes, mark.repeat(count)))
      expect(verdict.verdict).toBe('invalid')
      expect(codesOf(verdict, 'invalid')).toContain('structure-fault-after-signature')
      expect(verdict.signatureArray.length).toBeGreaterThan(0)
    }
  })

  test('a signature over another range than its own does not say where the signed bytes end', async () => {
    const lookalike = `90 0 obj\n<</Type/Sig/Contents <00ff>/ByteRange [0 10 14 ${signed.length}]>>\nendobj\n`
    const verdict = await judge(behind(signed, `${evil}${lookalike}${'%%EOF\n'.repeat(41)}`))
    expect(codesOf(verdict, 'invalid')).toContain('structure-fault-after-signature')
  })

  test('a signature of somebody else at the very end does not cover it', async () => {
    const tail = `${evil}${'%%EOF\n'.repeat(41)}`
    const broken = await signWithoutChain(behind(signed, tail))
    const verdict = await judge(broken)
    expect(codesOf(verdict, 'invalid')).toContain('structure-fault-after-signature')
    expect(verdict.signatureArray).toMatchObject([{ fieldName: 'first', integrity: 'intact' }, { fieldName: '' }])
  })

  test('white space behind an unreadable file says nothing', async () => {
    const at = signed.lastIndexOf('startxref')
    const damaged = Buffer.from(signed)
    damaged.write('9', at + 10, 'latin1')
    const codes = codesOf(await judge(behind(damaged, '\n\n')), 'invalid')
    expect(codes).toContain('digest-mismatch')
    expect(codes).not.toContain('structure-fault-after-signature')
  })
})
