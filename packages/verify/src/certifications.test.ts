import { describe, expect, test } from 'vitest'
import { signDigest } from '@moqi/trust/cms/signed-data'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import {
  docMdp,
  fieldMdp,
  type FieldSigning,
  foreignPdf,
  numbers,
  signField,
} from '@moqi/form/testing/foreign-document'
import { appendIncrement, appendSignature, sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'
import { codesOf } from './testing/reasons.ts'
import type { Verdict } from './verdict.ts'
import { verifyPdf } from './verify-pdf.ts'

const on = await scene()
const [key, other] = [await on.party('甲方'), await on.party('乙方')]
const { timestamps } = on
const trustedRoots = [on.root.key.identity.certificate]
const judge = (bytes: Buffer): Promise<Verdict> => verifyPdf(bytes, { trustedRoots, now: sceneTime })
const sign = (options: Partial<FieldSigning> = {}) => signField(foreignPdf(), { key, timestamps, ...options })
const signSecond = (bytes: Buffer) => signField(bytes, { key: other, timestamps, field: 'second', number: 30 })

const catalogNaming = (named: string): WrittenObject => ({
  number: numbers.catalog,
  body: `<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R/Perms${named}>>`,
})
const perms = catalogNaming('<</DocMDP 11 0 R>>')

/** A certification that no field has as its value. */
function certifyWithoutField(entries: string, objects: WrittenObject[] = [perms]): Promise<Buffer> {
  return appendSignature(foreignPdf(), {
    number: 11,
    entries: `/M(D:20261120110405+08'00')${entries}`,
    objects,
    cms: (digest) => signDigest({ key, timestamps }, digest),
  })
}

describe('§3: a certification that only /Perms names', () => {
  test('is judged like any other', async () => {
    const verdict = await judge(await certifyWithoutField(docMdp(2)))
    expect(verdict.verdict).toBe('valid')
    expect(verdict.signatureArray).toMatchObject([
      { kind: 'certification', integrity: 'intact', permission: 'as-signed', coverage: 'whole-file', page: null },
    ])
  })

  test('binds what comes later', async () => {
    const refused = await judge(await signSecond(await certifyWithoutField(docMdp(1))))
    expect(codesOf(refused, 'invalid')).toContain('change-not-permitted')
    const allowed = await judge(await signSecond(await certifyWithoutField(docMdp(2))))
    expect(allowed.verdict).toBe('valid')
    expect(allowed.signatureArray).toHaveLength(2)
    const indirect = { number: 12, body: '<</DocMDP 11 0 R>>' }
    const elsewhere = await certifyWithoutField(docMdp(1), [catalogNaming(' 12 0 R'), indirect])
    expect(codesOf(await judge(await signSecond(elsewhere)), 'invalid')).toContain('change-not-permitted')
  })

  test('covers what it says, and is not taken away', async () => {
    const certified = await certifyWithoutField(docMdp(2))
    const forged = Buffer.from(certified)
    forged.write('Contrakt', certified.indexOf('Contract'), 'latin1')
    expect(codesOf(await judge(forged), 'invalid')).toContain('digest-mismatch')
    const { number, body } = perms
    const without = appendIncrement(certified, [{ number, body: body.replace(/\/Perms.*/, '>>') }])
    expect(codesOf(await judge(without), 'invalid')).toContain('signature-removed')
    const field = { number: numbers.second, body: sourceOf(certified, numbers.second).replace(/>>$/, '/V 11 0 R>>') }
    expect((await judge(appendIncrement(certified, [field]))).verdict).toBe('invalid')
  })

  test('is no second one when a field has it, even where its dictionary is written again', async () => {
    const certified = await sign({ entries: docMdp(2), objects: [perms] })
    expect((await judge(certified)).signatureArray).toHaveLength(1)
    const again = await judge(appendIncrement(certified, [{ number: 11, body: sourceOf(certified, 11) }]))
    expect(again.signatureArray).toHaveLength(1)
    expect((await judge(appendIncrement(certified, [perms]))).verdict).toBe('valid')
  })
})

const transform = (entries: string) => `<</TransformMethod/DocMDP/TransformParams<<${entries}>>>>`

describe('B12, D2: what the transforms of a signature say', () => {
  test.each([
    ['1, then 3', `${transform('/P 1')}${transform('/P 3')}`],
    ['3, then 1', `${transform('/P 3')}${transform('/P 1')}`],
  ])('of several levels the strictest holds: %s', async (_, references) => {
    const certified = await sign({ entries: `/Reference[${references}]`, objects: [perms] })
    expect(codesOf(await judge(certified), 'warning')).toContain('certification-inconsistent')
    expect(codesOf(await judge(await signSecond(certified)), 'invalid')).toContain('change-not-permitted')
  })

  test('one level alone is consistent, and binds as it says', async () => {
    const certified = await sign({ entries: `/Reference[${transform('/P 2')}]`, objects: [perms] })
    expect(codesOf(await judge(certified), 'warning')).not.toContain('certification-inconsistent')
    expect((await judge(await signSecond(certified))).verdict).toBe('valid')
  })

  test('a lock without parameters fixes every field', async () => {
    const bare = await sign({ entries: '/Reference[<</TransformMethod/FieldMDP>>]' })
    expect(codesOf(await judge(bare), 'warning')).toContain('lock-unknown-action')
    expect(codesOf(await judge(await signSecond(bare)), 'invalid')).toContain('change-locked-field')
    const elsewhere = await sign({ entries: fieldMdp('Include', ['amount']) })
    expect((await judge(await signSecond(elsewhere))).verdict).toBe('valid')
  })
})

describe('B2: what a signature dictionary says of itself stands in it', () => {
  const usual = { Type: '/Sig', Filter: '/Adobe.PPKLite', SubFilter: '/ETSI.CAdES.detached' }
  const objects = [
    { number: 40, body: '/ETSI.CAdES.detached' },
    { number: 41, body: '/DocTimeStamp' },
    { number: 42, body: '/Adobe.PPKLite' },
  ]
  const signSaying = (entries: Record<string, string>) =>
    sign({
      objects,
      head: Object.entries({ ...usual, ...entries })
        .map(([name, value]) => `/${name} ${value}`)
        .join(''),
    })

  test('names that stand there are taken', async () => {
    expect((await judge(await signSaying({}))).verdict).toBe('valid')
    expect((await judge(await sign({ head: '/Filter/Adobe.PPKLite/SubFilter/ETSI.CAdES.detached' }))).verdict).toBe(
      'valid',
    )
  })

  test.each([
    ['/Type is a string', { Type: '(Foo)' }],
    ['/Type lies elsewhere', { Type: '41 0 R' }],
    ['/Filter lies elsewhere', { Filter: '42 0 R' }],
    ['/SubFilter lies elsewhere', { SubFilter: '40 0 R' }],
    ['/SubFilter is a string', { SubFilter: '(ETSI.CAdES.detached)' }],
  ])('%s', async (_, entries) => {
    expect(codesOf(await judge(await signSaying(entries)), 'invalid')).toContain('signature-dictionary-malformed')
  })
})

describe('B3, B4: what is signed stands in the dictionary too', () => {
  test.each([
    ['/Contents', 'contents-not-hex-string', /<[0-9a-f]{8192,}>/],
    ['/ByteRange', 'byte-range-shape', /\[0 \d{3,} \d{3,} \d+\] */],
  ])('%s lies elsewhere', async (_, code, source) => {
    const honest = await sign({ objects: [{ number: 40, body: '<00ff>' }] })
    const text = honest.toString('latin1').replace(source, (match) => '40 0 R'.padEnd(match.length))
    expect(codesOf(await judge(Buffer.from(text, 'latin1')), 'invalid')).toContain(code)
  })
})

describe('P13: keys that readers may take for others', () => {
  test('an escaped key of a page, or of what pages inherit from, is ambiguous', async () => {
    for (const base of [foreignPdf({ 3: '/Rot#61te 90' }), foreignPdf({ 2: '/Rot#61te 90' })]) {
      const verdict = await judge(await signField(base, { key, timestamps }))
      expect(verdict.verdict).toBe('indeterminate')
      expect(codesOf(verdict, 'indeterminate')).toEqual(['name-obfuscated'])
    }
  })

  test('elsewhere it is worth a word, also deeper in a page', async () => {
    for (const base of [foreignPdf({ 9: '/N#61me/F' }), foreignPdf({ 3: '/PieceInfo<</Som#65body<<>>>>' })]) {
      const verdict = await judge(await signField(base, { key, timestamps }))
      expect(verdict.verdict).toBe('valid')
      expect(codesOf(verdict, 'warning')).toContain('name-obfuscated')
    }
  })

  test.each([
    ['a transform’s parameters', ['<</TransformMethod/DocMDP/TransformParams 41 0 R>>', '<</P 3/P 1>>']],
    ['a transform', ['<</TransformMethod/DocMDP/TransformMethod/FieldMDP/TransformParams 41 0 R>>', '<</P 2>>']],
  ])('a key that occurs twice in %s is refused, wherever that stands', async (_, [reference = '', parameters = '']) => {
    const verdict = await judge(
      await sign({
        entries: '/Reference[40 0 R]',
        objects: [perms, { number: 40, body: reference }, { number: 41, body: parameters }],
      }),
    )
    expect(codesOf(verdict, 'invalid')).toContain('duplicate-key')
  })
})
