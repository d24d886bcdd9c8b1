import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { keyPair, scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { type Authority, distinguishedName, signCertificate } from '@moqi/trust/certificates/authority'
import { createRevocationList } from '@moqi/trust/certificates/revocation-list'
import { signatureAlgorithm } from '@moqi/trust/cms/keys'
import {
  bits,
  boolean,
  encode,
  explicit,
  generalizedTime,
  nothing,
  octets,
  oid,
  sequence,
  setOf,
} from '@moqi/trust/asn1/write-der'
import { signedAttributes, signedData } from '@moqi/trust/cms/signed-data'
import { type SigningKey, signingKey } from '@moqi/trust/cms/signing-key'
import { requestToken } from '@moqi/trust/timestamp/request-token'
import { childrenOf, readDer } from '@moqi/trust/asn1/read-der'
import { readSignedData } from '@moqi/trust/cms/read-signed-data'
import { foreignPdf, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement, sourceOf } from '@moqi/pdf/testing/increment'
import type { Verdict } from '../verdict.ts'
import { type VerifyOptions, verifyPdf } from '../verify-pdf.ts'
import { readCertificate } from '@moqi/trust/chains/certificate'
import { keyBits, readOcspResponse } from '@moqi/trust/revocation/ocsp-response'

const on = await scene()
const key = await on.party('甲方')
const { timestamps } = on
const signer = readCertificate(key.identity.certificate)
const [stampSerial] = readSignedData(await requestToken(timestamps, Buffer.of(1)))
  .certificates.map((der) => readCertificate(der))
  .filter((one) => one.subject.includes('时间戳'))
  .map(({ serial }) => serial)
const root = on.root.key.identity.certificate
const issuing = readCertificate(on.issuing.key.identity.certificate)
const minutes = (count: number) => new Date(sceneTime.getTime() + count * 60_000)
const now = minutes(60)
const signed = await signField(foreignPdf(), { key, timestamps })

const certain = { thisUpdate: minutes(-60), nextUpdate: minutes(600), number: 1 }
const rootList = await createRevocationList({ authority: on.root, revoked: [], ...certain })
const listOf = (revoked: Buffer[]) =>
  createRevocationList({
    authority: on.issuing,
    revoked: revoked.map((serial) => ({ serial, at: minutes(-30), reason: 'superseded' as const })),
    ...certain,
  })

type State = 'good' | 'unknown' | { at: Date; reason: number }
interface Said {
  state?: State
  about?: Buffer | undefined
  thisUpdate?: Date
  nextUpdate?: Date | null
  producedAt?: Date
  by?: SigningKey
  byKeyHash?: boolean
  certificates?: Buffer[]
  critical?: boolean
  hash?: keyof typeof hashes
}

function stateOf(state: State): Buffer {
  if (state === 'good') return encode(0x80)
  if (state === 'unknown') return encode(0x82)
  return encode(0xa1, generalizedTime(state.at), explicit(0, encode(0x0a, Buffer.of(state.reason))))
}

const until = (date: Date | null) => (date ? [explicit(0, generalizedTime(date))] : [])

const hashes = { sha1: '1.3.14.3.2.26', sha256: '2.16.840.1.101.3.4.2.1', md2: '1.2.840.113549.2.2' }

const nonce = (critical: boolean) =>
  sequence(oid('1.3.6.1.5.5.7.48.1.2'), ...(critical ? [boolean(true)] : []), octets(octets(Buffer.of(7))))

/** An OCSPResponse (RFC 6960 4.2.1); by the issuing authority unless told otherwise. */
async function response(said: Said = {}): Promise<Buffer> {
  const { state = 'good', about = signer.serial, thisUpdate = minutes(5), nextUpdate = minutes(300) } = said
  const { producedAt = thisUpdate, by = on.issuing.key, certificates = [], hash = 'sha1' } = said
  const digest = (bytes: Buffer) =>
    octets(
      createHash(hash === 'md2' ? 'md5' : hash)
        .update(bytes)
        .digest(),
    )
  const id = sequence(
    sequence(oid(hashes[hash]), nothing),
    digest(issuing.subject),
    digest(keyBits(issuing)),
    encode(0x02, about),
  )
  const single = sequence(id, stateOf(state), generalizedTime(thisUpdate), ...until(nextUpdate))
  const own = readCertificate(by.identity.certificate)
  const name = said.byKeyHash
    ? explicit(2, octets(createHash('sha1').update(keyBits(own)).digest()))
    : explicit(1, own.subject)
  const tbs = sequence(
    name,
    generalizedTime(producedAt),
    sequence(single),
    explicit(1, sequence(nonce(said.critical === true))),
  )
  const brought = certificates.length > 0 ? [explicit(0, sequence(...certificates))] : []
  const basic = sequence(tbs, signatureAlgorithm[by.identity.keyType], bits(await by.sign(tbs)), ...brought)
  const body = sequence(oid('1.3.6.1.5.5.7.48.1.1'), octets(basic))
  return sequence(encode(0x0a, Buffer.of(0)), explicit(0, body))
}

const extension = (id: string, value: Buffer) => sequence(oid(id), octets(value))
const forResponses = extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.9')))
const noCheck = extension('1.3.6.1.5.5.7.48.1.5', nothing)

async function responder(extensions: Buffer[], authority: Authority = on.issuing, notAfter = minutes(9000)) {
  const { publicKey, privateKey } = keyPair()
  const certificate = await signCertificate(authority.key, {
    issuer: authority.name,
    name: distinguishedName({ commonName: '状态应答', country: 'CN' }),
    publicKey,
    notBefore: minutes(-9000),
    notAfter,
    extensions,
  })
  return signingKey(privateKey, certificate, [])
}
const speaking = (by: SigningKey): Said => ({ by, certificates: [by.identity.certificate] })

const judge = (bytes: Buffer, more: Partial<VerifyOptions> = {}): Promise<Verdict> =>
  verifyPdf(bytes, { trustedRoots: [root], crls: [rootList], now, ...more })
const judgeWith = async (said: Said, more: Buffer[] = []): Promise<Verdict> =>
  judge(signed, { ocsps: [await response(said)], crls: [rootList, ...more] })
const codes = ({ reasonArray }: Verdict, ...severities: string[]) =>
  reasonArray.filter(({ severity }) => severities.includes(severity)).map(({ code }) => code)

test('a good answer from the issuer after the signature confirms the certificate, whatever the nonce', async () => {
  const without = await judge(signed)
  expect(codes(without, 'warning')).toEqual(['revocation-unknown'])
  for (const said of [{}, { byKeyHash: true }, { hash: 'sha256' as const }]) {
    const verdict = await judgeWith(said)
    expect(codes(verdict, 'warning', 'indeterminate')).toEqual([])
    expect(verdict.signatureArray[0]).toMatchObject({ certificateStatus: 'valid', verdict: 'valid' })
  }
})

describe('a revoked answer', () => {
  test('before the proven time is invalid, after it is no fault', async () => {
    const before = await judgeWith({ state: { at: minutes(-10), reason: 1 } })
    expect(codes(before, 'invalid')).toEqual(['certificate-revoked'])
    expect(before.signatureArray[0]).toMatchObject({ identity: 'revoked', certificateStatus: 'revoked' })
    const after = await judgeWith({ state: { at: minutes(10), reason: 1 } })
    expect(codes(after, 'invalid', 'indeterminate')).toEqual([])
  })

  test('without proof of time, or on hold, is indeterminate', async () => {
    const plain = await signField(foreignPdf(), { key })
    const ocsps = [await response({ state: { at: minutes(-10), reason: 1 } })]
    expect(codes(await judge(plain, { ocsps }), 'indeterminate')).toEqual(['certificate-revoked'])
    expect(codes(await judgeWith({ state: { at: minutes(-10), reason: 6 } }), 'indeterminate')).toEqual([
      'certificate-revoked',
    ])
  })

  test('outweighs a revocation list that does not know of it', async () => {
    const verdict = await judgeWith({ state: { at: minutes(-10), reason: 1 } }, [await listOf([])])
    expect(codes(verdict, 'invalid')).toEqual(['certificate-revoked'])
  })
})

test('an unknown certificate, and one whose answer is out of date, are named as such', async () => {
  expect(codes(await judgeWith({ state: 'unknown' }), 'warning')).toEqual(['revocation-unknown'])
  const old = { thisUpdate: minutes(-600), nextUpdate: minutes(-300) }
  expect(codes(await judgeWith(old), 'warning')).toEqual(['revocation-stale'])
  const inForce = { thisUpdate: minutes(-600), nextUpdate: minutes(300) }
  expect(codes(await judgeWith(inForce), 'warning')).toEqual([])
  const age = { thisUpdate: minutes(-60 * 24 * 31), nextUpdate: minutes(300) }
  expect(codes(await judgeWith(age), 'warning')).toEqual(['revocation-stale'])
})

test('T8: an answer without an end is as fresh as it was made', async () => {
  const said = { thisUpdate: minutes(-600), nextUpdate: null }
  expect(codes(await judgeWith({ ...said, producedAt: minutes(5) }), 'warning')).toEqual([])
  expect(codes(await judgeWith({ ...said, producedAt: minutes(-5) }), 'warning')).toEqual(['revocation-stale'])
  const ending = { thisUpdate: minutes(-600), nextUpdate: minutes(-300), producedAt: minutes(5) }
  expect(codes(await judgeWith(ending), 'warning')).toEqual(['revocation-stale'])
})

describe('who may answer', () => {
  test('a responder that the issuer named for it, with nocheck', async () => {
    const delegated = await responder([forResponses, noCheck])
    expect(codes(await judgeWith(speaking(delegated)), 'warning')).toEqual([])
    expect(codes(await judgeWith({ ...speaking(delegated), byKeyHash: true }), 'warning')).toEqual([])
  })

  test('a responder without nocheck only when a list shows that it is not revoked', async () => {
    const delegated = await responder([forResponses])
    const { serial } = readCertificate(delegated.identity.certificate)
    const good = speaking(delegated)
    expect(codes(await judgeWith(good), 'warning')).toEqual(['revocation-unknown'])
    expect(codes(await judgeWith(good, [await listOf([])]), 'warning')).toEqual([])
    const bad: Said = { ...good, state: { at: minutes(-10), reason: 1 } }
    expect(codes(await judgeWith(bad), 'invalid')).toEqual(['certificate-revoked'])
    expect(codes(await judgeWith(bad, [await listOf([serial])]), 'invalid')).toEqual([])
  })

  test('nobody else', async () => {
    const unfit = [
      await responder([noCheck]),
      await responder([forResponses, noCheck], on.root),
      await responder([forResponses, noCheck], on.issuing, minutes(-10)),
      await on.party('乙方'),
    ]
    for (const by of unfit) {
      const revoked: Said = { ...speaking(by), state: { at: minutes(-10), reason: 1 } }
      expect(codes(await judgeWith(revoked), 'invalid', 'warning')).toEqual(['revocation-unknown'])
    }
  })

  test.each<[string, Said]>([
    ['that names its issuer by a broken hash', { hash: 'md2' }],
    ['about another certificate', { about: Buffer.of(1) }],
    ['from the future', { thisUpdate: minutes(120) }],
    ['produced in the future', { producedAt: minutes(120) }],
    ['ending before it begins', { nextUpdate: minutes(4) }],
    ['with a critical extension nobody knows', { critical: true }],
  ])('an answer %s counts for nothing', async (_, said) => {
    expect(codes(await judgeWith(said), 'warning')).toEqual(['revocation-unknown'])
  })

  test('a changed byte of the response spoils it', async () => {
    const der = await response()
    der[der.length - 3] = (der.at(-3) ?? 0) ^ 1
    expect(codes(await judge(signed, { ocsps: [der] }), 'warning')).toEqual(['revocation-unknown'])
    expect(() => readOcspResponse(sequence(encode(0x0a, Buffer.of(6))))).toThrow('status')
  })
})

const stream = (der: Buffer) => `<</Length ${der.length}>>\nstream\n${der.toString('latin1')}\nendstream`

const withStore = async (entries: string, said: Said = {}) =>
  appendIncrement(signed, [
    { number: 20, body: stream(await response(said)) },
    { number: 21, body: stream(rootList) },
    { number: 22, body: stream(await response({ about: stampSerial })) },
    { number: 1, body: sourceOf(signed, 1).replace(/>>$/, `/DSS<<${entries}>>>>`) },
  ])

describe('where answers are found', () => {
  test.each([
    ['/OCSPs', '/OCSPs[20 0 R 22 0 R]/CRLs[21 0 R]'],
    ['/VRI', `/CRLs[21 0 R]/VRI<</${'A'.repeat(40)}<</OCSP[20 0 R 22 0 R]>>>>`],
  ])('the security store’s %s makes B-LT without any list', async (_, entries) => {
    const verdict = await judge(await withStore(entries), { crls: [] })
    expect(codes(verdict, 'warning', 'indeterminate')).toEqual([])
    expect(verdict.signatureArray[0]).toMatchObject({ level: 'B-LT', certificateStatus: 'valid' })
  })

  test('with the responder’s certificate in the store', async () => {
    const by = await responder([forResponses, noCheck])
    const bytes = appendIncrement(await withStore('/OCSPs[20 0 R 22 0 R]/CRLs[21 0 R]/Certs[23 0 R]', { by }), [
      { number: 23, body: stream(by.identity.certificate) },
    ])
    const verdict = await judge(bytes, { crls: [] })
    expect(codes(verdict, 'warning', 'indeterminate')).toEqual([])
    expect(verdict.signatureArray[0]?.level).toBe('B-LT')
    expect(codes(await judge(signed, { ocsps: [await response({ by })] }), 'warning')).toEqual(['revocation-unknown'])
  })

  test('Adobe’s signed attribute', async () => {
    const archival = sequence(
      oid('1.2.840.113583.1.1.8'),
      encode(0x31, sequence(explicit(1, sequence(await response())))),
    )
    const cms = async (digest: Buffer) => {
      const plain = childrenOf(readDer(signedAttributes(key.identity, digest))).map(({ raw }) => raw)
      const attributes = setOf(...plain, archival)
      const signature = await key.sign(attributes)
      return signedData({
        identity: key.identity,
        attributes,
        signature,
        timestamp: await requestToken(timestamps, signature),
      })
    }
    const verdict = await judge(await signField(foreignPdf(), { key, cms }))
    expect(codes(verdict, 'warning', 'indeterminate', 'invalid')).toEqual([])
  })
})
