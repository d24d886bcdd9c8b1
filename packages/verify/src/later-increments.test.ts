import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { appearance, foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import {
  appendCompressed,
  appendIncrement,
  appendSection,
  plainPdf,
  readForTests,
  sourceOf,
} from '@moqi/pdf/testing/increment'
import { obstaclesOf } from './testing/reasons.ts'
import { codesOf } from './testing/reasons.ts'
import type { Verdict } from './verdict.ts'
import { verifyPdf } from './verify-pdf.ts'

const on = await scene()
const [key, other] = [await on.party('甲方'), await on.party('乙方')]
const { timestamps } = on
const trustedRoots = [on.root.key.identity.certificate]
const judge = (bytes: Buffer): Promise<Verdict> => verifyPdf(bytes, { trustedRoots, now: sceneTime })
const sign = (bytes: Buffer) => signField(bytes, { key, timestamps })
const signSecond = (bytes: Buffer) => signField(bytes, { key: other, timestamps, field: 'second', number: 40 })
const details = ({ reasonArray }: Verdict) => reasonArray.map(({ detail }) => detail ?? '').join('\n')
const behind = (bytes: Buffer, text: string) => Buffer.concat([bytes, Buffer.from(text, 'latin1')])

const base = foreignPdf()
const signed = await sign(base)

/** What becomes of an increment behind a signature, and of one that somebody signs. */
async function weigh(append: (bytes: Buffer) => Buffer, detail: string): Promise<string[]> {
  const later = await judge(append(signed))
  const before = await judge(await sign(append(base)))
  const told = (verdict: Verdict) => (details(verdict).includes(detail) ? detail : 'nothing')
  const isChange = codesOf(later, 'invalid').includes('structure-fault-after-signature')
  return [isChange ? 'a change' : later.verdict, told(later), before.verdict, told(before)]
}
/** A change behind a signature, and nothing where somebody signs it. */
const laterOnly = (detail: string) => ['a change', detail, 'valid', 'nothing']

const object = (body: string) => (bytes: Buffer) => appendIncrement(bytes, [{ number: 30, body }])
const hybrid = (bytes: Buffer) =>
  appendCompressed(bytes, { container: 50, members: [{ number: 60, body: '<<>>' }], hybrid: true })

/** Fills the text field with 100; `reference` leads to what it shows. */
const fill = (reference: string, text: string) => (bytes: Buffer) => {
  const body = sourceOf(bytes, numbers.amount).replace(/\/AP<<[^>]*>>/, `/AP<</N ${reference}>>/V(100)`)
  const shown = { number: 30, body: appearance(text) }
  return appendIncrement(bytes, [{ number: numbers.amount, body }, shown])
}

/** Appends an increment whose cross-reference stream lists itself. */
function appendListed(bytes: Buffer, number: number): Buffer {
  const writeAt = (at: number) =>
    appendCompressed(bytes, { container: 50 + number, members: [{ number, body: '(x)' }], more: [[199, 1, at, 0]] })
  return writeAt(writeAt(0).lastIndexOf('199 0 obj'))
}

/** Appends object stream 50 of one member, with more entries and another header, and uses it. */
function appendStream(bytes: Buffer, more: string, header = '60 0 '): Buffer {
  const data = `${header}(a) <<>> `
  const body = `<</Type/ObjStm/N 1/First ${header.length}${more}/Length ${data.length}>>\nstream\n${data}\nendstream`
  const first = appendIncrement(bytes, [{ number: 50, body }])
  return appendCompressed(first, { container: 51, members: [{ number: 61, body: '(b)' }], more: [[60, 2, 50, 0]] })
}

/** Appends a cross-reference stream that does not list itself, for object 30; `behind` follows its compressed rows. */
function appendSectionStream(bytes: Buffer, entries: string, behindRows = ''): Buffer {
  const before = '30 0 obj\n(x)\nendobj\n'
  const at = bytes.length + before.length
  const rows = Buffer.alloc(7)
  rows[0] = 1
  rows.writeUInt32BE(bytes.length, 1)
  const data = `${deflateSync(rows).toString('latin1')}${behindRows}`
  const previous = readForTests(bytes).revisions.at(-1)?.sections.at(-1)?.start
  const dict = `<</Type/XRef/Size 200/Root 1 0 R/W[1 4 2]/Index[30 1]/Prev ${previous}/Filter/FlateDecode${entries}`
  const section = `${dict}/Length ${data.length}>>\nstream\n${data}\nendstream\nendobj\n`
  return behind(bytes, `${before}199 0 obj\n${section}startxref\n${at}\n%%EOF\n`)
}

/** Another section behind the signed bytes, at some distance. */
const signedThen = (gap: string) => appendSection(signed, '0 0\n', '/Size 40', gap)

const free = (number: number, generation: number) =>
  `${number} 1\n0000000000 ${String(generation).padStart(5, '0')} f \n`

describe('numbers and sections (P4, P5, P7, P10)', () => {
  test('P4: an entry at or above /Size, also a free one', async () => {
    const detail = 'number at or above /Size'
    expect(await weigh((bytes) => appendSection(bytes, free(50, 0)), detail)).toEqual(laterOnly(detail))
  })

  test('P5: the number of a cross-reference stream is not used again, unless for another one', async () => {
    const detail = 'a cross-reference stream is replaced'
    const replace = (bytes: Buffer) => appendIncrement(appendListed(bytes, 20), [{ number: 199, body: '(reused)' }])
    expect(await weigh(replace, detail)).toEqual(laterOnly(detail))
    expect((await judge(appendListed(appendListed(signed, 20), 21))).verdict).toBe('valid')
    expect((await judge(appendSection(appendListed(signed, 20), free(199, 1), '/Size 200'))).verdict).toBe('valid')
  })

  test.each([0, 1])(
    'P7: a number whose object was deleted (%i) does not begin at generation 0 again',
    async (freed) => {
      const detail = 'generation 0 of a freed number'
      const append = (bytes: Buffer) => object('(y)')(appendSection(object('(x)')(bytes), free(30, freed)))
      expect(await weigh(append, detail)).toEqual(laterOnly(detail))
    },
  )

  test('P7: a gap that nobody used is no freed number', async () => {
    for (const generation of [0, 1]) {
      const linked = appendSection(signed, free(30, generation))
      expect((await judge(appendIncrement(linked, [{ number: 30, body: '(x)' }]))).verdict).toBe('valid')
    }
  })

  test('P10: a smaller /Size is irregular, and a change where it leaves out objects', async () => {
    const wide = appendSection(signed, '0 0\n', '/Size 60')
    const shrunk = await judge(appendSection(wide, '0 0\n', '/Size 40'))
    expect([shrunk.verdict, codesOf(shrunk, 'warning').includes('trailer-irregular')]).toEqual(['valid', true])
    const cut = await judge(appendSection(wide, '0 0\n', '/Size 6'))
    expect(codesOf(cut, 'invalid')).toContain('structure-fault-after-signature')
    expect(details(cut)).toContain('an object above the new /Size')
    expect(codesOf(await judge(appendSection(wide, '0 0\n', '/Size 60')), 'warning')).not.toContain('trailer-irregular')
  })
})

describe('generations (P6)', () => {
  test('a reference to another generation than there is shows in most readers what is null by the standard', async () => {
    expect((await judge(await signSecond(fill('30 0 R', '100')(signed)))).verdict).toBe('valid')
    expect(codesOf(await judge(fill('30 0 R', '999')(signed)), 'invalid')).toContain('appearance-contradicts-value')
    const astray = await judge(await signSecond(fill('30 5 R', '999')(signed)))
    expect(codesOf(astray, 'invalid')).toContain('structure-fault-after-signature')
    expect(details(astray)).toContain('a reference to 30 5')
    const detail = 'a reference to 4 7'
    expect(await weigh(object('[4 7 R]'), detail)).toEqual(laterOnly(detail))
    expect(await weigh((bytes) => appendSection(bytes, '0 0\n', '/Size 40/Info 4 7 R'), detail)).toContain(detail)
  })

  test('a number that nobody used may begin at 1, as Poppler has it', async () => {
    const later = object('(x)')(signed)
    later.write('30 1 obj', later.lastIndexOf('30 0 obj'), 'latin1')
    later.write('00001 n ', later.lastIndexOf('00000 n '), 'latin1')
    expect((await judge(later)).verdict).toBe('valid')
  })
})

describe('where a revision ends (P15)', () => {
  test('at most 1024 bytes of white space stand behind the last one, ends of lines too', async () => {
    for (const blank of ['\n', ' ', '\r\n']) {
      const few = await judge(behind(signed, blank.repeat(400)))
      expect([few.verdict, codesOf(few, 'warning').includes('trailing-whitespace')]).toEqual(['valid', true])
      expect(codesOf(await judge(behind(signed, blank.repeat(2000))), 'invalid')).toContain('trailing-data')
    }
  })

  test('at most as much, and nothing else, between a signed revision and the next', async () => {
    const plain = await judge(signedThen('\r\n'))
    expect([plain.verdict, codesOf(plain, 'warning').includes('trailing-whitespace')]).toEqual(['valid', false])
    const wide = await judge(signedThen(' '.repeat(400)))
    expect([wide.verdict, codesOf(wide, 'warning').includes('trailing-whitespace')]).toEqual(['valid', true])
    for (const gap of [' '.repeat(2000), '\n'.repeat(2000), '%<html>\n', '\n % a word\n']) {
      expect(codesOf(await judge(signedThen(gap)), 'invalid')).toContain('structure-fault-after-signature')
    }
  })

  test('before anybody signs, a comment may stand there', async () => {
    expect((await judge(await sign(appendSection(base, '0 0\n', '/Size 40', '% a word\n')))).verdict).toBe('valid')
  })
})

describe('comments and ends of streams (P11, P12)', () => {
  test.each([
    ['the end of a file', object('(x)\n%%EOF\n%PDF-1.4')],
    ['a word', object('<</A % one\n1>>')],
    [
      'one in a header',
      (bytes: Buffer) => {
        const written = object('(xxxx)')(bytes).toString('latin1')
        return Buffer.from(written.replace('30 0 obj\n(xxxx)', '30%\n0 obj\n(xxx)'), 'latin1')
      },
    ],
    ['one before a stream', object('<</Length 1>>% one\nstream\nx\nendstream')],
    ['one in a section', (bytes: Buffer) => appendSection(bytes, '0 0\n%%EOF\n%PDF-1.4\n')],
    ['one in a trailer', (bytes: Buffer) => appendSection(bytes, '0 0\n', '/Size 40 % one\n')],
    ['one in a section that is a stream', (bytes: Buffer) => appendSectionStream(bytes, '% one\n')],
    [
      'one in an object stream',
      (bytes: Buffer) => appendCompressed(bytes, { container: 50, members: [{ number: 60, body: '[1 % one\n]' }] }),
    ],
  ])('a comment stands between objects only: %s', async (_, append) => {
    expect(await weigh(append, 'a comment within')).toEqual(laterOnly('a comment within'))
  })

  test('between objects it may stand', async () => {
    const commented = object('(x)\nendobj\n% a word\n31 0 obj\n(y)')(signed)
    expect(details(await judge(commented))).not.toContain('a comment within')
    const writer = appendSection(signed, '0 0\n')
      .toString('latin1')
      .replace(/startxref\n(\d+)\n%%EOF\n$/, '%iText\n$&')
    expect((await judge(Buffer.from(writer, 'latin1'))).verdict).toBe('valid')
  })

  test('no stream holds what looks like its own end', async () => {
    const detail = 'endstream within the data'
    const data = 'q Q\nendstream\nendobj\n4 0 obj\n<<>>'
    const append = object(`<</Length ${data.length}>>\nstream\n${data}\nendstream`)
    expect(await weigh(append, detail)).toEqual(laterOnly(detail))
    const section = (bytes: Buffer) => appendSectionStream(bytes, '', '\nendstream\nendobj\n4 0 obj<<>>')
    expect(await weigh(section, 'endstream within')).toEqual(laterOnly('endstream within'))
    expect((await judge(appendSectionStream(signed, ''))).verdict).toBe('valid')
  })
})

describe('object streams (P14)', () => {
  test('/N says how many there are', async () => {
    const detail = 'more than /N'
    expect(details(await judge(appendStream(signed, '')))).not.toContain(detail)
    expect(details(await judge(appendStream(signed, '', '60 0 61 4 ')))).toContain(detail)
  })

  test('/Extends leads to earlier ones', async () => {
    expect(details(await judge(appendStream(signed, '/Extends 50 0 R')))).toContain('circular-structure: /Extends')
    expect(details(await judge(appendStream(signed, '/Extends 4 0 R')))).not.toContain('/Extends')
  })
})

describe('what leads to the pages (P8, P16)', () => {
  test.each(['/Type/Foo', '/Type/Page', '/Type(Catalog)'])('a catalog that says %s is ambiguous', async (type) => {
    const named = plainPdf(
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((number) =>
        number === numbers.catalog ? sourceOf(base, number).replace('/Type/Catalog', type) : sourceOf(base, number),
      ),
    )
    const verdict = await judge(await sign(named))
    expect([verdict.verdict, codesOf(verdict, 'indeterminate')]).toEqual(['indeterminate', ['page-tree-inconsistent']])
    expect(obstaclesOf(named)).toMatchObject([{ code: 'page-tree-inconsistent' }])
  })

  test('a file does not become a hybrid one later', async () => {
    const inside = await judge(await sign(hybrid(base)))
    expect(codesOf(inside, 'indeterminate')).toEqual(['hybrid-reference'])
    expect(codesOf(await judge(hybrid(signed)), 'invalid')).toContain('structure-fault-after-signature')
  })
})

describe('§3: usage rights', () => {
  test('are told of, and are no signature', async () => {
    const rights = { number: 30, body: '<</Type/Sig/Filter/Adobe.PPKLite/Reference[<</TransformMethod/UR3>>]>>' }
    const catalog = {
      number: numbers.catalog,
      body: sourceOf(base, numbers.catalog).replace(/>>$/, '/Perms<</UR3 30 0 R>>>>'),
    }
    const granted = appendIncrement(base, [rights, catalog])
    const unsigned = await judge(granted)
    expect([unsigned.verdict, codesOf(unsigned, 'info')]).toEqual(['unsigned', ['signature-lookalike']])
    const verdict = await judge(await signSecond(granted))
    expect([verdict.verdict, verdict.signatureArray.length]).toEqual(['valid', 1])
    expect(codesOf(verdict, 'info')).toContain('signature-lookalike')
  })
})
