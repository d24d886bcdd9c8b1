import { describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { octets, oid, sequence } from '@moqi/trust/asn1/write-der'
import { requestToken } from '@moqi/trust/timestamp/request-token'
import { attribute, clockMaker, hashes, maker, oddCms, type Oddities, oddToken } from './testing/cms.ts'
import { foreignPdf, numbers, signField, stampDocument, stampWith } from '@moqi/form/testing/foreign-document'
import { appendIncrement } from '@moqi/pdf/testing/increment'
import { codesOf, decisive } from './testing/reasons.ts'
import type { Verdict } from './verdict.ts'
import { verifyPdf } from './verify-pdf.ts'

const on = await scene()
const key = await on.party('甲方')
const { timestamps } = on
const clock = await clockMaker(on.issuing)
const me = await maker(on.issuing, '甲方')
const judge = (bytes: Buffer): Promise<Verdict> =>
  verifyPdf(bytes, { trustedRoots: [on.root.key.identity.certificate], now: sceneTime })

/** An ESS attribute whose hash is by another function. */
const essBy = (oidOfHash: string) =>
  attribute(
    '1.2.840.113549.1.9.16.2.47',
    sequence(sequence(sequence(sequence(oid(oidOfHash)), octets(Buffer.alloc(16))))),
  )

const base = await signField(foreignPdf(), { key, timestamps })
const replaced = { number: numbers.content, body: '<</Length 26>>\nstream\nBT /F 18 Tf (EVIL) Tj ET \nendstream' }

type Odd = Omit<Partial<Parameters<typeof oddToken>[2]>, 'at'> & { at?: string }
const token = (over: Buffer, { at, ...odd }: Odd = {}) =>
  oddToken(clock, over, { at: at === undefined ? sceneTime : new Date(at), ...odd })
const stamped = (odd: Odd = {}, bytes = base) => stampWith(bytes, (content) => token(content, odd), 30)
const withToken = (odd: Odd = {}) =>
  signField(foreignPdf(), {
    key,
    claimed: 'D:20150101000000Z',
    cms: (_, content) => oddCms(me, content, { stamp: (value) => token(value, odd) }),
  })

describe('T2: a document time-stamp that proves nothing is not one that was tampered with', () => {
  test.each<[string, Odd, string]>([
    ['signed with SHA-1', { hash: 'sha1' }, 'intact'],
    ['with an imprint by SHA-1', { imprint: 'sha1' }, 'intact'],
    ['without ESS', { ess: false }, 'intact'],
    ['without signed attributes', { bare: true }, 'intact'],
    ['with an imprint by MD5', { imprint: 'md5' }, 'unclear'],
    ['with an imprint by MD2', { imprint: 'md2' }, 'unclear'],
    ['signed with MD5', { hash: 'md5' }, 'unclear'],
    ['signed with MD2', { hash: 'md2' }, 'unclear'],
    ['bound by MD2', { ess: essBy(hashes.md2) }, 'intact'],
    ['bound by a hash nobody here knows', { ess: essBy('2.999.3') }, 'intact'],
    ['without its certificate', { withCertificates: false }, 'unclear'],
    ['by an algorithm that is not supported', { algorithm: '2.16.840.1.101.3.4.3.18' }, 'unclear'],
  ])('%s', async (_, odd, integrity) => {
    const verdict = await judge(await stamped(odd))
    expect(decisive(verdict)).toEqual(['indeterminate timestamp-invalid'])
    expect(verdict.signatureArray).toMatchObject([
      { verdict: 'valid', integrity: 'intact' },
      { kind: 'timestamp', integrity, verdict: 'indeterminate', time: 'claimed' },
    ])
  })

  test('over something else, or with a wrong value, it is broken', async () => {
    const other = await judge(await stampWith(base, () => token(Buffer.from('x')), 30))
    expect(codesOf(other, 'invalid')).toEqual(['digest-mismatch'])
    const wrong = await judge(
      await stampWith(
        base,
        (content) => {
          const der = token(content)
          der[der.length - 1] = (der.at(-1) ?? 0) ^ 1
          return der
        },
        30,
      ),
    )
    expect(codesOf(wrong, 'invalid')).toEqual(['timestamp-invalid'])
    expect([other, wrong].map(({ signatureArray }) => signatureArray[1]?.integrity)).toEqual(['broken', 'broken'])
  })

  test('a sound one is as before', async () => {
    expect(decisive(await judge(await stamped()))).toEqual([])
  })
})

describe('§1: what goes wrong with one time-stamp leaves the rest judged', () => {
  test.each<[string, Odd]>([
    ['an imprint by MD2', { imprint: 'md2' }],
    ['an imprint by MD5', { imprint: 'md5' }],
    ['a signature by MD2', { hash: 'md2' }],
    ['ESS by MD2', { ess: essBy(hashes.md2) }],
    ['ESS by MD5', { ess: essBy(hashes.md5) }],
  ])('%s', async (_, odd) => {
    const signed = await withToken(odd)
    const verdict = await judge(signed)
    expect(decisive(verdict)).toEqual(['warning timestamp-invalid'])
    expect(verdict.signatureArray).toMatchObject([{ integrity: 'intact', time: 'claimed' }])
    const forged = await judge(appendIncrement(signed, [replaced]))
    expect(codesOf(forged, 'invalid')).toContain('change-page-content')
    const hidden = await judge(await stamped(odd, appendIncrement(base, [replaced])))
    expect(codesOf(hidden, 'invalid')).toContain('change-page-content')
    expect(hidden.signatureArray).toHaveLength(2)
  })

  test('a sound token proves the time', async () => {
    expect((await judge(await withToken())).signatureArray[0]?.time).toBe('proven')
  })
})

const signedBy = (odd: Oddities) => signField(foreignPdf(), { key, cms: (_, content) => oddCms(me, content, odd) })

describe('C7: a signature whose attributes are by MD2 or nobody knows what', () => {
  test.each<[string, Oddities, string]>([
    ['digest', { hash: 'md2' }, 'invalid algorithm-forbidden'],
    ['binding', { ess: essBy(hashes.md2) }, 'invalid algorithm-forbidden'],
    ['binding by an unknown hash', { ess: essBy('2.999.3') }, 'indeterminate algorithm-unsupported'],
  ])('%s', async (_, odd, expected) => {
    expect(decisive(await judge(await signedBy(odd)))).toEqual([expected])
  })

  test('a digest that cannot be compared is not said to fit', async () => {
    const [sha256, unknown] = [hashes.sha256, '2.16.840.1.101.3.4.2.99'].map((id) =>
      sequence(oid(id)).toString('latin1'),
    )
    const renamed = (der: Buffer) =>
      Buffer.from(der.toString('latin1').replaceAll(sha256 ?? '', unknown ?? ''), 'latin1')
    const bytes = await signField(foreignPdf(), { key, cms: (_, content) => renamed(oddCms(me, content)) })
    const verdict = await judge(bytes)
    expect(decisive(verdict)).toEqual(['indeterminate algorithm-unsupported'])
    expect(verdict.signatureArray[0]?.integrity).toBe('unclear')
  })
})

test.each<[string, Odd, string]>([
  ['today', { imprint: 'sha1' }, 'claimed'],
  ['from before anybody could forge it', { imprint: 'sha1', at: '2015-01-01T00:00:00Z' }, 'proven'],
  ['from then, signed with SHA-1 too', { imprint: 'sha1', hash: 'sha1', at: '2015-01-01T00:00:00Z' }, 'claimed'],
  ['from when it was forged', { imprint: 'sha1', at: '2017-01-01T00:00:00Z' }, 'claimed'],
])('T1, C7: a SHA-1 imprint %s', async (_, odd, time) => {
  expect((await judge(await withToken(odd))).signatureArray[0]?.time).toBe(time)
})

describe('T6: what a document time-stamp proves', () => {
  test('is nothing when it does not cover what it claims to', async () => {
    const plain = await signField(foreignPdf(), { key })
    expect((await judge(await stampDocument(plain, timestamps, 30))).signatureArray[0]?.time).toBe('proven')
    const empty = await stampWith(plain, () => Buffer.of(1), 30)
    const found = [...empty.toString('latin1').matchAll(/\/ByteRange \[0 (\d+) (\d+) (\d+)\] */g)].at(-1)
    const [, start = '', end = '', rest = ''] = found ?? []
    empty.write(`/ByteRange [0 10 ${end} ${rest}]`.padEnd(found?.[0].length ?? 0), found?.index ?? 0, 'latin1')
    const covered = Buffer.concat([empty.subarray(0, 10), empty.subarray(Number(end))])
    empty.write((await requestToken(timestamps, covered)).toString('hex'), Number(start) + 1, 'latin1')
    const verdict = await judge(empty)
    expect(codesOf(verdict, 'invalid')).toContain('byte-range-gap-not-contents')
    expect(verdict.signatureArray).toMatchObject([{ time: 'claimed' }, { integrity: 'broken', time: 'claimed' }])
    expect(verdict.signatureArray[0]?.reasonArray.map(({ code }) => code)).toContain('timestamp-missing')
  })
})

describe('§10: a signature value of more than a megabyte', () => {
  const large = attribute('2.999.9', octets(Buffer.alloc(1024 * 1024)))

  test.each(['ETSI.CAdES.detached', 'ETSI.RFC3161'])('is too much, not malformed: %s', async (subFilter) => {
    const bytes = await signField(foreignPdf(), {
      key,
      subFilter,
      capacity: 1100 * 1024,
      cms: (_, content) => oddCms(me, content, { attributes: [large] }),
    })
    const verdict = await judge(bytes)
    expect(codesOf(verdict, 'invalid')).toEqual([])
    expect(codesOf(verdict, 'indeterminate')).toEqual(['budget-exceeded'])
    expect(verdict.signatureArray).toMatchObject([{ integrity: 'unclear', verdict: 'indeterminate' }])
  })
})
