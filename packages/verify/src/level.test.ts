import { describe, expect, test } from 'vitest'
import { keyPair, scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { type Authority, signCertificate } from '@moqi/trust/certificates/authority'
import { createRevocationList } from '@moqi/trust/certificates/revocation-list'
import { type SigningKey, signingKey } from '@moqi/trust/cms/signing-key'
import { clockMaker, maker, oddCms, oddToken } from './testing/cms.ts'
import { foreignPdf, numbers, signField, stampDocument, stampWith } from '@moqi/form/testing/foreign-document'
import { appendIncrement, sourceOf } from '@moqi/pdf/testing/increment'
import { makeAuthority, named } from '@moqi/trust/testing/chain'
import { verifyPdf } from './verify-pdf.ts'

const on = await scene()
const key = await on.party('甲方')
const other = await on.party('乙方')
const { timestamps } = on
const root = on.root.key.identity.certificate
const hours = (count: number) => new Date(sceneTime.getTime() + count * 3_600_000)
const levels = async (bytes: Buffer) =>
  (await verifyPdf(bytes, { trustedRoots: [root], now: hours(1) })).signatureArray.map(({ level }) => level)

const listOf = (authority: Authority) =>
  createRevocationList({ authority, revoked: [], thisUpdate: hours(0), nextUpdate: hours(100), number: 1 })
const lists = [await listOf(on.root), await listOf(on.issuing)]

const streams = (first: number, ders: Buffer[]) =>
  ders.map((der, index) => ({
    number: first + index,
    body: `<</Length ${der.length}>>\nstream\n${der.toString('latin1')}\nendstream`,
  }))
const references = (first: number, ders: Buffer[]) => ders.map((_, index) => `${first + index} 0 R`).join(' ')

/** Sets the security store anew; `first` is the first number it uses. */
function store(bytes: Buffer, first: number, { crls = lists, certificates = [] as Buffer[] } = {}): Buffer {
  const from = first + crls.length
  const entries = `/CRLs[${references(first, crls)}]/Certs[${references(from, certificates)}]`
  const catalog = sourceOf(bytes, numbers.catalog).replace(/\/DSS<<.*?>>/, '')
  return appendIncrement(bytes, [
    ...streams(first, [...crls, ...certificates]),
    { number: numbers.catalog, body: catalog.replace(/>>$/, `/DSS<<${entries}>>>>`) },
  ])
}

const signed = await signField(foreignPdf(), { key, timestamps })

describe('T10: B-LTA', () => {
  test('is what an archive time-stamp covers, not what is signed after it', async () => {
    const archived = await stampDocument(store(signed, 20), timestamps, 40)
    expect(await levels(archived)).toEqual(['B-LTA', 'DocTimeStamp'])
    const again = await signField(archived, { key: other, timestamps, field: 'second', number: 50 })
    expect(await levels(again)).toEqual(['B-LTA', 'DocTimeStamp', 'B-LT'])
    const renewed = await stampDocument(again, timestamps, 60)
    expect(await levels(renewed)).toEqual(['B-LTA', 'DocTimeStamp', 'B-LTA', 'DocTimeStamp'])
  })

  test('needs the data under the time-stamp; later it is B-LT', async () => {
    expect(await levels(store(await stampDocument(signed, timestamps, 40), 20))).toEqual(['B-LT', 'DocTimeStamp'])
  })
})

describe('T10: B-LT', () => {
  test('needs every certificate, in the store or in the signature', async () => {
    const [me, clock] = [await maker(on.issuing, '甲方'), await clockMaker(on.issuing)]
    const bare = await signField(foreignPdf(), {
      key,
      cms: (_, content) =>
        oddCms(me, content, {
          withCertificates: false,
          stamp: (value) => oddToken(clock, value, { at: sceneTime, withCertificates: false }),
        }),
    })
    const certificates = [me, clock].map(({ identity }) => identity.certificate)
    const issuing = on.issuing.key.identity.certificate
    const whole = [...certificates, issuing]
    expect(await levels(store(bare, 20, { certificates: whole }))).toEqual(['B-LT'])
    const late = await stampDocument(store(bare, 20), timestamps, 40)
    expect(await levels(store(late, 50, { certificates: whole }))).toEqual(['B-LT', 'DocTimeStamp'])
    const early = await stampDocument(store(bare, 20, { certificates: whole }), timestamps, 40)
    expect(await levels(early)).toEqual(['B-LTA', 'DocTimeStamp'])
  })

  test('needs no answer about a certificate of a day (T8), and a store all the same', async () => {
    const authority = await makeAuthority(on.root, named('乙认证', '签发'))
    const event = await certified(authority, 24)
    const eventSigned = await signField(foreignPdf(), { key: event, timestamps })
    expect(await levels(eventSigned)).toEqual(['B-T'])
    expect(await levels(store(eventSigned, 20))).toEqual(['B-LT'])
    const lasting = await signField(foreignPdf(), { key: await certified(authority, 49), timestamps })
    expect(await levels(store(lasting, 20))).toEqual(['B-T'])
  })
})

test('T10: whichever time-stamp proves the time needs its answers', async () => {
  const ca = await makeAuthority(on.root, named('丙认证', '签发'))
  const clock = await clockMaker(ca)
  const bare = await signField(foreignPdf(), { key })
  const stamped = await stampWith(bare, (content) => oddToken(clock, content, { at: sceneTime }), 40)
  expect(await levels(await stampDocument(store(stamped, 50), timestamps, 60))).toEqual([
    'B-T',
    'DocTimeStamp',
    'DocTimeStamp',
  ])
  const crls = [...lists, await listOf(ca)]
  expect(await levels(await stampDocument(store(stamped, 50, { crls }), timestamps, 60))).toEqual([
    'B-LTA',
    'DocTimeStamp',
    'DocTimeStamp',
  ])
})

/** A signer whose certificate lasts so many hours. */
async function certified(authority: Authority, lasting: number): Promise<SigningKey> {
  const { publicKey, privateKey } = keyPair()
  const certificate = await signCertificate(authority.key, {
    issuer: authority.name,
    name: named('甲公司', '事件'),
    publicKey,
    notBefore: hours(-1),
    notAfter: hours(lasting - 1),
    extensions: [],
  })
  return signingKey(privateKey, certificate, [authority.key.identity.certificate])
}
