import { assert, asyncProperty, integer, nat, oneof, uint8Array } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appendIncrement, readForTests, sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'
import { judge, modelOf, pdf } from './testing/own-document.ts'
import { childrenOf, readDer, tags } from '@moqi/trust/asn1/read-der'
import { explicit, nothing, sequence, set } from '@moqi/trust/asn1/write-der'
import { codesOf } from '@moqi/verify/testing/reasons'

const model = modelOf(pdf)
const numberOf = (name: string) => model.fields.find((field) => field.name === name)?.number ?? 0
const page = model.pages[1]?.number ?? 0
const catalog = model.catalogNumber ?? 0
const free = Math.max(...model.view.table.keys()) + 1
const edit = (number: number, from: string | RegExp, to: string): WrittenObject => ({
  number,
  body: sourceOf(pdf, number).replace(from, to),
})

/** The file with the unsigned attributes of its n-th signature taken off, or put there changed; its length stays. */
function withoutTimestamp(file: Buffer, index: number, change?: (attributes: Buffer) => Buffer): Buffer {
  const starts = [...file.toString('latin1').matchAll(/\/Contents </g)].map((found) => found.index + found[0].length)
  const contents = starts[index] ?? 0
  const end = file.indexOf('>', contents)
  const bare = strip(Buffer.from(file.toString('latin1', contents, end), 'hex'), change).toString('hex')
  const made = Buffer.from(file)
  made.write(bare.padEnd(end - contents, '0'), contents, 'latin1')
  return made
}

function strip(cms: Buffer, change: (attributes: Buffer) => Buffer = () => Buffer.alloc(0)): Buffer {
  const [type, wrapped] = childrenOf(readDer(cms))
  const [signedData] = wrapped ? childrenOf(wrapped) : []
  const parts = signedData ? childrenOf(signedData) : []
  const [signer] = childrenOf(parts.at(-1) ?? readDer(cms))
  const fields = (signer ? childrenOf(signer) : []).map(({ tag, raw }) => (tag === tags.context1 ? change(raw) : raw))
  const infos = set(sequence(...fields))
  return sequence(type?.raw ?? nothing, explicit(0, sequence(...parts.slice(0, -1).map(({ raw }) => raw), infos)))
}

describe('an attacker', () => {
  test('who changes one byte is found out', async () => {
    const forged = Buffer.from(pdf)
    forged[1000] = (forged[1000] ?? 0) ^ 1
    const verdict = await judge(forged)
    expect(verdict.verdict).toBe('invalid')
    expect(codesOf(verdict, 'invalid')).toContain('digest-mismatch')
    expect(verdict.signatureArray.every(({ integrity }) => integrity === 'broken')).toBe(true)
  })

  test.each([
    ['text', 'unsigned tail', 'trailing-data'],
    ['an archive', 'PK\u0003\u0004', 'trailing-data'],
  ])('who appends %s is found out (P15)', async (_, tail, code) => {
    const verdict = await judge(Buffer.concat([pdf, Buffer.from(tail)]))
    expect(codesOf(verdict, 'invalid')).toContain(code)
  })

  test.each([0, 1, 2])('who takes the time-stamp off signature %i, which others cover, is found out', async (index) => {
    expect((await judge(withoutTimestamp(pdf, index))).verdict).toBe('invalid')
  })

  test('who takes the time-stamp off the last signature gets what one that never had any gets', async () => {
    const verdict = await judge(withoutTimestamp(pdf, 3))
    expect([verdict.verdict, codesOf(verdict, 'indeterminate')]).toEqual(['indeterminate', ['timestamp-awaited']])
    expect(verdict.signatureArray[3]).toMatchObject({ verdict: 'indeterminate', time: 'claimed', level: 'B-B' })
  })

  test('who takes off a time-stamp and changes anything else is found out', async () => {
    const stripped = withoutTimestamp(pdf, 3)
    const changed = Buffer.from(stripped)
    changed[1000] = (changed[1000] ?? 0) ^ 1
    expect(codesOf(await judge(changed), 'invalid')).toContain('digest-mismatch')
    const appended = appendIncrement(stripped, [edit(page, /$/, ' ')])
    expect((await judge(appended)).verdict).toBe('invalid')
  })

  test('who damages a time-stamp breaks the rules of our own documents (§5)', async () => {
    const damaged = withoutTimestamp(pdf, 3, (token) => {
      const other = Buffer.from(token)
      other[other.length - 10] = (other[other.length - 10] ?? 0) ^ 1
      return other
    })
    expect(codesOf(await judge(damaged), 'invalid')).toContain('own-profile-violated')
  })

  test('who spells a signature otherwise has been there', async () => {
    const respelt = Buffer.from(pdf)
    const placeholder = pdf.lastIndexOf('/Contents')
    const letter = respelt.findIndex((byte, at) => at > placeholder + 20 && byte >= 0x61 && byte <= 0x66)
    respelt[letter] = (respelt[letter] ?? 0) & ~0x20
    expect(codesOf(await judge(respelt), 'invalid')).toEqual(['own-profile-violated'])
    expect((await judge(respelt, { ownRoots: [] })).verdict).toBe('valid')
  })

  test('who replaces a page in another increment is found out (D24)', async () => {
    const stream = { number: free, body: '<</Length 3>>\nstream\nq Q\nendstream' }
    const changed = edit(page, /\/Contents\s*\d+ 0 R/, `/Contents ${free} 0 R`)
    const verdict = await judge(appendIncrement(pdf, [stream, changed]))
    expect(codesOf(verdict, 'invalid')).toContain('change-page-content')
    expect(verdict.signatureArray[0]?.changedAfterwards).toContain('第2页内容被替换')
  })

  test('who changes a locked text is found out (Table 259)', async () => {
    const changed = edit(numberOf('moqi-0006'), /\/V\s*[<(][^>)]*[>)]/, '/V(2027)')
    const verdict = await judge(appendIncrement(pdf, [changed]), { ownRoots: [] })
    // Nothing drawn was touched, so that the field also shows the value it had.
    expect(codesOf(verdict, 'invalid').toSorted()).toEqual(['appearance-contradicts-value', 'change-locked-field'])
  })

  test('who takes a strip of the cross-page seal away is found out (D6)', async () => {
    const changed = edit(numberOf('moqi-0005.2'), /\/AP\s*<<[^>]*>>/, '')
    const verdict = await judge(appendIncrement(pdf, [changed]), { ownRoots: [] })
    expect(codesOf(verdict, 'invalid')).toEqual(['change-locked-field'])
  })

  test.each([
    ['nothing at all', []],
    ['an unlocked text', [edit(numberOf('moqi-0007'), />>$/, '/V(x)>>')]],
    ['validation data', [edit(catalog, />>$/, '/DSS<</Certs[]>>>>')]],
  ] as [string, WrittenObject[]][])('who appends %s breaks the rules of our own documents (§5)', async (_, objects) => {
    const verdict = await judge(appendIncrement(pdf, objects))
    expect(codesOf(verdict, 'invalid')).toContain('own-profile-violated')
  })

  test.each([3, 2, 1])('E1: who cuts it back to %i signatures has a contract that is not finished', async (left) => {
    const end = readForTests(pdf).revisions[left]?.lineEnd ?? 0
    const verdict = await judge(pdf.subarray(0, end))
    expect([verdict.verdict, verdict.complete]).toEqual(['indeterminate', false])
    expect(verdict.reasonArray[0]).toMatchObject({ code: 'contract-unfinished', detail: `3方中${left - 1}方已签署` })
    expect(verdict.signatureArray.map((one) => one.verdict)).toEqual(Array(left).fill('valid'))
  })

  test('who cuts the last signature in two is found out', async () => {
    const { verdict } = await judge(pdf.subarray(0, pdf.length - 2000))
    expect(verdict).toBe('invalid')
  })

  test('who changes any byte is never believed, and never stops the verifier', async () => {
    const position = oneof(nat(pdf.length - 1), integer({ min: pdf.length - 4000, max: pdf.length - 1 }))
    await assert(
      asyncProperty(position, integer({ min: 1, max: 255 }), async (at, mask) => {
        const forged = Buffer.from(pdf)
        forged[at] = (forged[at] ?? 0) ^ mask
        const verdict = await judge(forged)
        expect(verdict.reasonArray.map(({ code }) => code)).not.toContain('internal-error')
        expect(['invalid', 'indeterminate']).toContain(verdict.verdict)
      }),
      { numRuns: 60 },
    )
  })

  test('who splices bytes in or out never stops the verifier', async () => {
    await assert(
      asyncProperty(nat(pdf.length), nat(40), uint8Array({ maxLength: 40 }), async (at, cut, put) => {
        const forged = Buffer.concat([pdf.subarray(0, at), put, pdf.subarray(at + cut)])
        const { reasonArray } = await judge(forged)
        expect(reasonArray.map(({ code }) => code)).not.toContain('internal-error')
      }),
      { numRuns: 60 },
    )
  })
})
