import { describe, expect, test } from 'vitest'
import { keyPair, scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { type CertificateProfile, issueCertificate } from '@moqi/trust/certificates/authority'
import { createRevocationList } from '@moqi/trust/certificates/revocation-list'
import { encode, explicit, octets, oid, sequence } from '@moqi/trust/asn1/write-der'
import { signDigest, signedAttributes, signedData } from '@moqi/trust/cms/signed-data'
import { type SigningKey, signingKey } from '@moqi/trust/cms/signing-key'
import { embeddedAuthority } from '@moqi/trust/timestamp/embedded-authority'
import { requestToken } from '@moqi/trust/timestamp/request-token'
import { childrenOf, readDer } from '@moqi/trust/asn1/read-der'
import { docMdp, foreignPdf, numbers, signField, stampDocument } from '@moqi/form/testing/foreign-document'
import { appendIncrement, sourceOf } from '@moqi/pdf/testing/increment'
import { codesOf } from './testing/reasons.ts'
import type { Verdict } from './verdict.ts'
import { type VerifyOptions, verifyPdf } from './verify-pdf.ts'

const on = await scene()
const key = await on.party('甲方')
const other = await on.party('乙方')
const { timestamps } = on
const trustedRoots = [on.root.key.identity.certificate]
const judge = (bytes: Buffer, more: Partial<VerifyOptions> = {}): Promise<Verdict> =>
  verifyPdf(bytes, { trustedRoots, now: sceneTime, ...more })
const signedWith = (cms: (digest: Buffer) => Promise<Buffer> | Buffer) => signField(foreignPdf(), { key, cms })

const honest = await signField(foreignPdf(), { key, timestamps })

const edit = (bytes: Buffer, from: RegExp, to: (match: string) => string) =>
  Buffer.from(bytes.toString('latin1').replace(from, to), 'latin1')

const parts = async (digest: Buffer, by: SigningKey = key) => {
  const attributes = signedAttributes(key.identity, digest)
  return { identity: key.identity, attributes, signature: await by.sign(attributes) }
}

const mlDsa = '2.16.840.1.101.3.4.3.18'
const unsupported = async (digest: Buffer) =>
  replace(signedData(await parts(digest)), sequence(oid('1.2.840.10045.4.3.2')), sequence(oid(mlDsa)))

const carrying = async (digest: Buffer) =>
  signedData({ ...(await parts(digest)), content: { type: '1.2.840.113549.1.7.1', bytes: Buffer.from('x') } })

const stray = async (digest: Buffer) => {
  const attributes = signedAttributes(key.identity, digest)
  const timestamp = await requestToken(timestamps, Buffer.from('another signature'))
  return signedData({ identity: key.identity, attributes, signature: await key.sign(attributes), timestamp })
}

const issue = async (profile: CertificateProfile, validity: { notBefore: string; notAfter: string }) => {
  const { publicKey, privateKey } = keyPair()
  const certificate = await issueCertificate({
    authority: on.issuing,
    subject: { commonName: '丙方', country: 'CN' },
    publicKey,
    profile,
    notBefore: new Date(validity.notBefore),
    notAfter: new Date(validity.notAfter),
  })
  return signingKey(privateKey, certificate, [on.issuing.key.identity.certificate])
}

describe('the byte range (§3)', () => {
  const range = /\/ByteRange \[0 (\d+) (\d+) (\d+)\]/

  test.each([
    ['B4: three numbers', '[0 1 2]', 'byte-range-shape'],
    ['B4: a real number', '[0 1 2 3.5]', 'byte-range-shape'],
    ['B4: a negative number', '[0 1 2 -3]', 'byte-range-shape'],
    ['B5: beyond the file', '[0 10 20 99999999]', 'byte-range-outside-file'],
    ['B5: not from the beginning', '[1 10 20 30]', 'byte-range-gap-not-contents'],
    ['B5: no gap', '[0 10 10 30]', 'byte-range-gap-not-contents'],
    ['B4: none', 'null', 'byte-range-missing'],
  ])('%s', async (_, source, code) => {
    const verdict = await judge(edit(honest, range, (match) => `/ByteRange ${source}`.padEnd(match.length)))
    expect(codesOf(verdict, 'invalid')).toContain(code)
    expect(verdict.signatureArray).toMatchObject([{ integrity: 'broken', coverage: 'partial' }])
  })

  test('B5: beyond the file by the end of line that got lost', async () => {
    const detailOf = async (bytes: Buffer) =>
      (await judge(bytes)).reasonArray.find((one) => one.code === 'byte-range-outside-file')?.detail
    const cut = honest.subarray(0, -1)
    expect((await judge(cut)).verdict).toBe('invalid')
    expect(await detailOf(cut)).toBe('final-eol-lost')
    const changed = Buffer.from(cut)
    changed.write('Contrakt', cut.indexOf('Contract'), 'latin1')
    expect([await detailOf(changed), await detailOf(honest.subarray(0, -2))]).toEqual([undefined, undefined])
  })

  test('B6: a placeholder that is wider than its string', async () => {
    const widened = edit(honest, range, (match) =>
      match.replace(/ (\d+) (\d+) /, (_, from: string, to: string) => ` ${Number(from) - 1} ${to} `),
    )
    expect(codesOf(await judge(widened), 'invalid')).toContain('byte-range-gap-not-contents')
  })

  test('B6: white space in the placeholder', async () => {
    const spaced = edit(honest, /00>/, () => ' 0>')
    expect(codesOf(await judge(spaced), 'invalid')).toContain('contents-not-hex-string')
  })

  test('B3: zeros only', async () => {
    const empty = edit(honest, /\/Contents <[0-9a-f]+/, (match) =>
      match
        .replace(/[1-9a-f](?=[0-9a-f]*$)/g, '0')
        .replace(/<.*/, (placeholder) => placeholder.replace(/[1-9a-f]/g, '0')),
    )
    expect(codesOf(await judge(empty), 'invalid')).toContain('contents-empty')
  })

  test('B9: padding that is not zero', async () => {
    const verdict = await judge(edit(honest, /00>/, () => '01>'))
    expect(verdict.verdict).toBe('valid')
    expect(codesOf(verdict, 'warning')).toContain('contents-padding-not-zero')
  })

  test('B1: a signature dictionary is not used a second time', async () => {
    const second = { number: numbers.second, body: sourceOf(honest, numbers.second).replace(/>>$/, '/V 11 0 R>>') }
    expect(codesOf(await judge(appendIncrement(honest, [second])), 'invalid')).toContain('signature-recycled')
  })
})

describe('the CMS (C1 to C9)', () => {
  test.each([
    ['C9: nonsense', () => Buffer.from('3003020101', 'hex'), 'cms-malformed'],
    ['C9: the digest of something else', async () => signDigest({ key }, Buffer.alloc(32, 1)), 'digest-mismatch'],
    ['C9: another key', async (digest: Buffer) => signedData(await parts(digest, other)), 'signature-value-wrong'],
    [
      'C5: the certificate of somebody else is bound',
      async (digest: Buffer) => {
        const attributes = signedAttributes(other.identity, digest)
        return signedData({ identity: key.identity, attributes, signature: await key.sign(attributes) })
      },
      'signing-certificate-mismatch',
    ],
    [
      'C2: two signers',
      async (digest: Buffer) => rebuild(signedData(await parts(digest)), (signers) => [...signers, ...signers]),
      'cms-signer-count',
    ],
    ['C2: no signer', async (digest: Buffer) => rebuild(signedData(await parts(digest)), () => []), 'cms-signer-count'],
  ])('%s', async (_, cms, code) => {
    const verdict = await judge(await signedWith(cms))
    expect(codesOf(verdict, 'invalid')).toContain(code)
    expect(verdict.signatureArray[0]?.integrity).toBe('broken')
  })

  test('C6: without the certificate nothing is known', async () => {
    const verdict = await judge(
      await signedWith(async (digest) => signedData({ ...(await parts(digest)), withCertificates: false })),
    )
    expect(verdict.verdict).toBe('indeterminate')
    expect(codesOf(verdict, 'indeterminate')).toContain('signing-certificate-missing')
    expect(verdict.signatureArray[0]?.integrity).toBe('unclear')
  })

  test('C7: an algorithm that is not supported is no forgery', async () => {
    const verdict = await judge(await signedWith(unsupported))
    expect(verdict.verdict).toBe('indeterminate')
    expect(codesOf(verdict, 'indeterminate')).toEqual(['algorithm-unsupported'])
    expect(verdict.signatureArray[0]).toMatchObject({ integrity: 'unclear', algorithm: mlDsa })
  })

  test('C3: encapsulated content is named, and never digested instead of the file', async () => {
    const verdict = await judge(await signedWith(carrying))
    expect(codesOf(verdict, 'indeterminate')).toEqual(['cms-encapsulated-content'])
    expect(verdict.signatureArray[0]?.integrity).toBe('intact')
  })

  test('an unknown format is tried, and named', async () => {
    const verdict = await judge(await signField(foreignPdf(), { key, timestamps, subFilter: 'PBAD.PAdES' }))
    expect(codesOf(verdict, 'indeterminate')).toEqual(['subfilter-unsupported'])
    expect(verdict.signatureArray[0]?.integrity).toBe('intact')
  })
})

/** The same CMS with other SignerInfos; lengths are made anew. */
function rebuild(cms: Buffer, change: (signers: Buffer[]) => Buffer[]): Buffer {
  const [type, wrapped] = childrenOf(readDer(cms))
  const body = wrapped && childrenOf(wrapped)[0]
  const fields = body ? childrenOf(body) : []
  const signers = fields.at(-1)
  const changed = change(signers ? childrenOf(signers).map(({ raw }) => raw) : [])
  const inner = [...fields.slice(0, -1).map(({ raw }) => raw), encode(0x31, ...changed)]
  return sequence(type?.raw ?? octets(Buffer.alloc(0)), explicit(0, sequence(...inner)))
}

/** Exchanges one element of the SignerInfo. */
function replace(cms: Buffer, from: Buffer, to: Buffer): Buffer {
  return rebuild(cms, (signers) =>
    signers.map((signer) => sequence(...childrenOf(readDer(signer)).map(({ raw }) => (raw.equals(from) ? to : raw)))),
  )
}

describe('time (T1 to T6)', () => {
  test('T2: a token over something else is dropped, the signature is not', async () => {
    const verdict = await judge(await signedWith(stray))
    expect(verdict.verdict).toBe('valid')
    expect(codesOf(verdict, 'warning')).toContain('timestamp-invalid')
    expect(verdict.signatureArray[0]).toMatchObject({ timestampTime: null, time: 'claimed', level: 'B-B' })
  })

  test('T4: without a time-stamp the time is claimed, and an expired certificate is unclear', async () => {
    const plain = await signField(foreignPdf(), { key })
    expect((await judge(plain)).signatureArray[0]).toMatchObject({ time: 'claimed', verdict: 'valid', level: 'B-B' })
    const late = await judge(plain, { now: new Date('2050-01-01T00:00:00Z') })
    expect(codesOf(late, 'indeterminate')).toContain('chain-invalid')
    expect(late.signatureArray[0]?.certificateStatus).toBe('expired')
  })

  test.each([
    ['after the time-stamp', "D:20261121110405+08'00'"],
    ['before the certificate', 'D:20200101000000Z'],
  ])('T3: a claimed time %s contradicts', async (_, claimed) => {
    const verdict = await judge(await signField(foreignPdf(), { key, timestamps, claimed }))
    expect(verdict.verdict).toBe('valid')
    expect(codesOf(verdict, 'warning')).toContain('claimed-time-contradicts')
    expect(verdict.signatureArray[0]?.time).toBe('contradictory')
  })

  test('D12, T6: a document time-stamp proves the time of what is before it, even under level 1', async () => {
    const objects = [{ number: 1, body: '<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R/Perms<</DocMDP 11 0 R>>>>' }]
    const plain = await signField(foreignPdf(), { key, entries: docMdp(1), objects })
    const verdict = await judge(await stampDocument(plain, timestamps, 20))
    expect(verdict.verdict).toBe('valid')
    expect(verdict.signatureArray).toMatchObject([
      { kind: 'certification', time: 'proven', level: 'B-T', permission: 'allowed-changes' },
      { kind: 'timestamp', time: 'proven', signTime: sceneTime.getTime(), coverage: 'whole-file' },
    ])
  })

  test('T10: validation data under a document time-stamp makes B-LTA', async () => {
    const lists = await Promise.all(
      [on.issuing, on.root].map((authority) =>
        createRevocationList({
          authority,
          revoked: [],
          thisUpdate: new Date('2026-11-20T03:00:00Z'),
          nextUpdate: new Date('2026-11-27T02:00:00Z'),
          number: 1,
        }),
      ),
    )
    const streams = lists.map((der, index) => ({
      number: 20 + index,
      body: `<</Length ${der.length}>>\nstream\n${der.toString('latin1')}\nendstream`,
    }))
    const catalog = { number: 1, body: sourceOf(honest, 1).replace(/>>$/, '/DSS<</CRLs[20 0 R 21 0 R]>>>>') }
    const extended = appendIncrement(honest, [...streams, catalog])
    expect((await judge(extended)).signatureArray[0]).toMatchObject({ level: 'B-LT', certificateStatus: 'valid' })
    const archived = await judge(await stampDocument(extended, timestamps, 30))
    expect(archived.signatureArray[0]?.level).toBe('B-LTA')
    expect(codesOf(archived, 'warning')).toEqual([])
  })
})

describe('trust (T5 to T9)', () => {
  const long = { notBefore: '2026-01-01T00:00:00Z', notAfter: '2036-01-01T00:00:00Z' }
  const day = { notBefore: '2026-11-20T00:00:00Z', notAfter: '2026-11-21T00:00:00Z' }

  test('T5: a root that only the file brings is not trusted', async () => {
    const stranger = await scene()
    const verdict = await judge(await signField(foreignPdf(), { key: await stranger.party('甲方'), timestamps }))
    expect(codesOf(verdict, 'indeterminate')).toEqual(['chain-untrusted'])
  })

  test('T9: a time-stamping certificate does not sign contracts', async () => {
    const verdict = await judge(await signField(foreignPdf(), { key: await issue('timestamp', long), timestamps }))
    expect(codesOf(verdict, 'indeterminate')).toEqual(['extended-key-usage'])
  })

  test('T1: a signer’s certificate does not give the time', async () => {
    const pretender = embeddedAuthority({ key: other, policy: '2.999.1', now: () => sceneTime })
    const verdict = await judge(await signField(foreignPdf(), { key, timestamps: pretender }))
    expect(codesOf(verdict, 'warning')).toContain('timestamp-invalid')
    expect(verdict.signatureArray[0]?.time).toBe('claimed')
  })

  test('T6, T9: an event certificate of a day needs its time-stamp, and no revocation list', async () => {
    const event = await issue('signer', day)
    const now = new Date('2027-11-20T00:00:00Z')
    const stamped = await judge(await signField(foreignPdf(), { key: event, timestamps }), { now })
    expect(stamped.verdict).toBe('valid')
    const plain = await judge(await signField(foreignPdf(), { key: event }), { now })
    expect(codesOf(plain, 'indeterminate')).toEqual(['certificate-expired-no-poe'])
    expect(plain.signatureArray[0]).toMatchObject({ certificateStatus: 'expired', identity: 'unconfirmed' })
  })

  test('T5: a time-stamp from before the certificate makes it not yet valid', async () => {
    const later = await issue('signer', { notBefore: '2026-11-21T00:00:00Z', notAfter: '2027-11-21T00:00:00Z' })
    const verdict = await judge(await signField(foreignPdf(), { key: later, timestamps }))
    expect(codesOf(verdict, 'invalid')).toEqual(['certificate-not-yet-valid'])
  })
})
