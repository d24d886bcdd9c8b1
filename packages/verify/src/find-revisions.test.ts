import { describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { foreignPdf, signField } from '@moqi/form/testing/foreign-document'
import { appendCompressed, appendIncrement } from '@moqi/pdf/testing/increment'
import { codesOf } from './testing/reasons.ts'
import { verifyPdf } from './verify-pdf.ts'

const on = await scene()
const key = await on.party('甲方')
const trustedRoots = [on.root.key.identity.certificate]
const judge = (bytes: Buffer) => verifyPdf(bytes, { trustedRoots, now: sceneTime })
const sign = (bytes: Buffer) => signField(bytes, { key, timestamps: on.timestamps })

/** Puts a comment before the last `startxref`. */
function commented(bytes: Buffer, comment: string): Buffer {
  const at = bytes.lastIndexOf('startxref')
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(comment, 'latin1'), bytes.subarray(at)])
}

const signed = await sign(foreignPdf())

describe('comments before startxref (P3, P11)', () => {
  test.each([
    '%iText-5.5.13\n',
    '%iText-Core-8.0.2 (AGPL version)\r\n',
    '%OpenPDF-1.3.30\r',
    '%EndExifToolUpdate 123\n% 更多\n',
  ])('%j is where libraries name themselves', async (comment) => {
    expect((await judge(await sign(commented(foreignPdf(), comment)))).reasonArray).toEqual(
      (await judge(signed)).reasonArray,
    )
    expect((await judge(commented(appendIncrement(signed, []), comment))).verdict).toBe('valid')
    const inStreamForm = appendCompressed(signed, { container: 50, members: [{ number: 40, body: '<<>>' }] })
    expect((await judge(commented(inStreamForm, comment))).verdict).toBe('valid')
  })

  test.each([
    '%%EOF\n',
    '%%EOF \n',
    '%startxref 9 %%EOF\n',
    '%PDF-1.7\n',
    `%${'x'.repeat(5000)}%PDF-1.4\n`,
    '%a\n%%EOF-not\n',
  ])('%j looks like the end or the beginning of a file', async (comment) => {
    const verdict = await judge(commented(appendIncrement(signed, []), comment))
    expect(codesOf(verdict, 'invalid')).toContain('structure-fault-after-signature')
  })

  test('such a comment before the first signature leaves in doubt what was signed', async () => {
    const verdict = await judge(await sign(commented(foreignPdf(), '%%EOF\n')))
    expect(verdict.verdict).toBe('indeterminate')
  })

  test('what is no comment is refused', async () => {
    const verdict = await judge(commented(appendIncrement(signed, []), '%iText\n/x\n'))
    expect(verdict.verdict).toBe('invalid')
  })
})
