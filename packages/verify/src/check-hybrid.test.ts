import { expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { foreignPdf, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement, readForTests } from '@moqi/pdf/testing/increment'
import { codesOf } from './testing/reasons.ts'
import type { Verdict } from './verdict.ts'
import { verifyPdf } from './verify-pdf.ts'

const on = await scene()
const key = await on.party('甲方')
const root = on.root.key.identity.certificate

/**
 * The form of `foreignPdf` in hybrid form, as word processors write it: objects from 15 on stand in a stream that only
 * /XRefStm leads to, and the table calls them free.
 */
function hybridPdf(hidden: string[], more: Parameters<typeof foreignPdf>[0] = {}): Buffer {
  const plain = foreignPdf(more)
  const [body = ''] = plain.toString('latin1').split('xref\n')
  const live = readForTests(plain).views[0]?.table ?? new Map()
  let source = body
  const offsets = hidden.map((object, index) => {
    const at = source.length
    source += `${15 + index} 0 obj\n${object}\nendobj\n`
    return at
  })
  const data = Buffer.alloc(offsets.length * 5)
  offsets.forEach((offset, index) => {
    data[index * 5] = 1
    data.writeUInt32BE(offset, index * 5 + 1)
  })
  const stream = source.length
  const dict = `<</Type/XRef/Size 30/Root 1 0 R/W[1 4 0]/Index[15 ${offsets.length}]/Length ${data.length}>>`
  source += `29 0 obj\n${dict}\nstream\n${data.toString('latin1')}\nendstream\nendobj\n`
  const rows = Array.from({ length: 15 + hidden.length }, (_, number) => {
    const entry = live.get(number)?.entry
    return entry?.type === 'plain'
      ? `${String(entry.offset).padStart(10, '0')} 00000 n \n`
      : `0000000000 ${number === 0 ? '65535' : '00000'} f \n`
  })
  const table = source.length
  const trailer = `<</Size 30/Root 1 0 R/XRefStm ${stream}>>`
  source += `xref\n0 ${rows.length}\n${rows.join('')}trailer\n${trailer}\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(source, 'latin1')
}

const judge = async (bytes: Buffer): Promise<Verdict> =>
  verifyPdf(await signField(bytes, { key, timestamps: on.timestamps }), { trustedRoots: [root], now: sceneTime })

test('a hybrid file that hides its structure tree only is as good as any', async () => {
  const verdict = await judge(hybridPdf(['<</Type/StructTreeRoot>>'], { 1: '/StructTreeRoot 15 0 R' }))
  expect([verdict.verdict, codesOf(verdict, 'info')]).toEqual(['valid', expect.arrayContaining(['hybrid-reference'])])
  expect(codesOf(verdict, 'info')).not.toContain('readers-disagree')
})

test('content that only some readers see makes what was signed ambiguous', async () => {
  const verdict = await judge(hybridPdf(['<</Length 3>>\nstream\nq Q\nendstream'], { 3: '/Thumb 15 0 R' }))
  expect([verdict.verdict, codesOf(verdict, 'indeterminate')]).toEqual(['indeterminate', ['readers-disagree']])
})

test('a later revision that shows hidden content to some readers changes the file', async () => {
  const hybrid = hybridPdf(['<</Type/StructTreeRoot>>'], { 1: '/StructTreeRoot 15 0 R' })
  const signed = await signField(hybrid, { key, timestamps: on.timestamps })
  const later = appendIncrement(signed, [{ number: 1, body: '<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R/AF 15 0 R>>' }])
  const verdict = await verifyPdf(later, { trustedRoots: [root], now: sceneTime })
  const faults = verdict.reasonArray.filter(({ code }) => code === 'structure-fault-after-signature')
  expect(faults.map(({ detail }) => detail)).toEqual([expect.stringContaining('readers-disagree')])
})
