import { expect, test } from 'vitest'
import { keyPair, scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { type Authority, signCertificate } from '@moqi/trust/certificates/authority'
import { createRevocationList } from '@moqi/trust/certificates/revocation-list'
import { signingKey } from '@moqi/trust/cms/signing-key'
import { foreignPdf, numbers, signField, stampDocument } from '@moqi/form/testing/foreign-document'
import { appendIncrement, sourceOf } from '@moqi/pdf/testing/increment'
import { codesOf } from '../testing/reasons.ts'
import { type VerifyOptions, verifyPdf } from '../verify-pdf.ts'
import { readCertificate } from '@moqi/trust/chains/certificate'
import { named } from '@moqi/trust/testing/chain'

const on = await scene()
const key = await on.party('甲方')
const { timestamps } = on
const hours = (count: number) => new Date(sceneTime.getTime() + count * 3_600_000)
const { serial } = readCertificate(key.identity.certificate)
const listOf = (authority: Authority, from = 0, isRevoked = false) =>
  createRevocationList({
    authority,
    revoked: isRevoked ? [{ serial, at: hours(-48), reason: 'keyCompromise' }] : [],
    thisUpdate: hours(from),
    nextUpdate: hours(100),
    number: 1,
  })
const rootList = await listOf(on.root)
const revoking = await listOf(on.issuing, 0, true)

/** Sets the store anew, with these lists alone. */
function store(bytes: Buffer, first: number, lists: Buffer[]): Buffer {
  const streams = lists.map((der, at) => ({
    number: first + at,
    body: `<</Length ${der.length}>>\nstream\n${der.toString('latin1')}\nendstream`,
  }))
  const entry = `/DSS<</CRLs[${streams.map(({ number }) => `${number} 0 R`).join(' ')}]>>>>`
  const catalog = sourceOf(bytes, numbers.catalog).replace(/\/DSS<<.*?>>/, '')
  return appendIncrement(bytes, [...streams, { number: numbers.catalog, body: catalog.replace(/>>$/, entry) }])
}
const judge = (bytes: Buffer, more: Partial<VerifyOptions> = {}) =>
  verifyPdf(bytes, { trustedRoots: [on.root.key.identity.certificate], now: hours(1), ...more })

test('D10, T7: a revocation that an increment drops from the store is known all the same', async () => {
  const signed = await signField(foreignPdf(), { key, timestamps })
  const told = await stampDocument(store(signed, 20, [revoking, rootList]), timestamps, 40)
  const later = [rootList, await listOf(on.issuing, -60)]
  for (const bytes of [told, store(told, 60, [rootList]), store(told, 60, later)]) {
    expect(codesOf(await judge(bytes), 'invalid')).toEqual(['certificate-revoked'])
    expect((await judge(bytes, { revocationPolicy: 'strict' })).verdict).toBe('invalid')
  }
})

test('§10: a store has so many members, and none is left out', async () => {
  const signed = await signField(foreignPdf(), { key, timestamps })
  const many = Array.from({ length: 300 }, () => rootList)
  expect(codesOf(await judge(store(signed, 60, [...many, revoking])), 'invalid')).toEqual(['certificate-revoked'])
  const more = Array.from({ length: 1_000 }, () => rootList)
  expect(codesOf(await judge(store(signed, 60, [...more, revoking])), 'indeterminate')).toEqual(['budget-exceeded'])
})

test('T8: lists do not speak of who has expired', async () => {
  const { publicKey, privateKey } = keyPair()
  const certificate = await signCertificate(on.issuing.key, {
    issuer: on.issuing.name,
    name: named('甲公司', '短期'),
    publicKey,
    notBefore: hours(-60),
    notAfter: hours(6),
    extensions: [],
  })
  const short = signingKey(privateKey, certificate, [on.issuing.key.identity.certificate])
  const signed = await signField(foreignPdf(), { key: short, timestamps })
  const said = async (from: number) => {
    const verdict = await judge(signed, { now: hours(20), crls: [rootList, await listOf(on.issuing, from)] })
    return codesOf(verdict, 'warning').filter((code) => code.startsWith('revocation'))
  }
  expect([await said(5), await said(7)]).toEqual([[], ['revocation-stale']])
})
