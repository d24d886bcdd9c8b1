import { describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { appearance, foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement, sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'
import { crossReferences, hybridForm } from './testing/hybrid-form.ts'
import { codesOf, decisive } from './testing/reasons.ts'
import type { Verdict } from './verdict.ts'
import { verifyPdf } from './verify-pdf.ts'

const on = await scene()
const [key, other] = [await on.party('甲方'), await on.party('乙方')]
const { timestamps } = on
const trustedRoots = [on.root.key.identity.certificate]
const verdictOn = (bytes: Buffer): Promise<Verdict> => verifyPdf(bytes, { trustedRoots, now: sceneTime })

/** What is wrong with the structure behind a signature. */
async function faultsOf(bytes: Buffer): Promise<(string | undefined)[]> {
  const { reasonArray } = await verdictOn(bytes)
  return reasonArray
    .filter(({ code, severity }) => code === 'structure-fault-after-signature' && severity === 'invalid')
    .map(({ detail }) => detail)
}

const { catalog, page, form } = numbers
const word = hybridForm(['<</Type/StructTreeRoot>>'], { 1: '/StructTreeRoot 15 0 R' }, 'all')
const edited = (bytes: Buffer, number: number, entries: string): WrittenObject => ({
  number,
  body: sourceOf(bytes, number).replace(/>>$/, `${entries}>>`),
})
const restated = (bytes: Buffer, ...objects: number[]) => objects.map((number) => edited(bytes, number, ''))
/** As iText signs: what it touches is written anew, and the trailer keeps all of its keys. */
const first = await signField(word.bytes, {
  key,
  timestamps,
  objects: [
    edited(word.bytes, catalog, '/Extensions<</ESIC<</BaseVersion/1.7/ExtensionLevel 5>>>>'),
    ...restated(word.bytes, page, form),
  ],
  trailer: word.link,
})
const signSecond = (more: number[], objects: WrittenObject[] = [], trailer = word.link) =>
  signField(first, {
    key: other,
    timestamps,
    field: 'second',
    number: 40,
    objects: [...restated(first, ...more), ...objects],
    trailer,
  })
/** All that the first signature wrote and that the stream names otherwise. */
const all = [catalog, page, form, numbers.first]

describe('an increment that repeats the /XRefStm of the file before (P8)', () => {
  test('changes nothing where the table says what became of what it names', async () => {
    const once = await verdictOn(first)
    expect([once.verdict, decisive(once)]).toEqual(['valid', []])
    const twice = await verdictOn(await signSecond(all))
    expect([twice.verdict, decisive(twice), twice.signatureArray.length]).toEqual(['valid', [], 2])
  })

  test.each([
    ['the catalog', catalog],
    ['a page', page],
    ['the form', form],
    ['a signed field', numbers.first],
  ])('takes back %s for readers that go by the stream', async (_, left) => {
    const twice = await signSecond(all.filter((number) => number !== left))
    const faults = await faultsOf(twice)
    // What was written as it had been reads the same from either place.
    const isEqual = sourceOf(first, left) === sourceOf(word.bytes, left)
    expect(faults).toContainEqual(expect.stringContaining(isEqual ? 'xref-points-outside' : 'readers-disagree'))
  })

  test('is refused where it hides another page content', async () => {
    const bytes = await signSecond(all)
    const evil = { number: numbers.content, body: appearance('900') }
    const at = bytes.length
    const object = `${evil.number} 0 obj\n${evil.body}\nendobj\n`
    const stream = at + object.length
    const listing = `60 0 obj\n${crossReferences(new Map([[evil.number, at]]))}\nendobj\n`
    const table = stream + listing.length
    const previous = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(bytes.toString('latin1'))?.[1])
    const trailer = `<</Size 100/Root 1 0 R/Prev ${previous}/XRefStm ${stream}>>`
    const end = `xref\n0 0\ntrailer\n${trailer}\nstartxref\n${table}\n%%EOF\n`
    const verdict = await verdictOn(Buffer.concat([bytes, Buffer.from(object + listing + end, 'latin1')]))
    expect(codesOf(verdict, 'invalid')).toContain('structure-fault-after-signature')
  })

  test('is no leave to lead to a stream that no trailer led to before', async () => {
    const stray = `<</Length 3>>\nstream\nq Q\nendstream`
    const prepared = appendIncrement(foreignPdf(), [
      { number: 50, body: stray },
      { number: 51, body: crossReferences(new Map([[numbers.content, 9]])) },
    ])
    const signed = await signField(prepared, { key, timestamps })
    const at = signed.indexOf('51 0 obj', 'latin1')
    const content = { number: numbers.content, body: sourceOf(signed, numbers.content) }
    const faults = await faultsOf(appendIncrement(signed, [content], `/XRefStm ${at}`))
    expect(faults).toContainEqual(expect.stringContaining('readers-disagree'))
  })
})
