import { constants, createPublicKey, generateKeyPairSync, hash, type KeyObject, sign, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sceneTime } from '@moqi/trust/testing/authority-scene'
import { childrenOf, readDer, readStrictDer } from '@moqi/trust/asn1/read-der'
import { encode, nothing, oid, sequence } from '@moqi/trust/asn1/write-der'
import { signingKey } from '@moqi/trust/cms/signing-key'
import { checkSignature, weaknessOf } from '@moqi/trust/cms/check-signature'
import { foreignPdf, signField, stampDocument } from '@moqi/form/testing/foreign-document'
import { codesOf } from '../testing/reasons.ts'
import { stating } from '../testing/timestamps.ts'
import { verifyPdf } from '../verify-pdf.ts'
import { extension, makeAuthority, makeSigner, named } from '@moqi/trust/testing/chain'

const rsa = (modulusLength = 2048, publicExponent = 0x10001) =>
  generateKeyPairSync('rsa', { modulusLength, publicExponent })
const timestamping = extension('2.5.29.37', true, sequence(oid('1.3.6.1.5.5.7.3.8')))

const rsaWithSha256 = sequence(oid('1.2.840.113549.1.1.11'), nothing)

const root = await makeAuthority(undefined, named('甲认证', '根'))
const clock = await makeSigner(root, named('甲认证', '时间戳'), [timestamping])
const at = (date: string) => stating(clock, { at: new Date(date) })
const judge = (bytes: Buffer) => verifyPdf(bytes, { trustedRoots: [root.key.identity.certificate], now: sceneTime })
const unusual = ['algorithm-weak', 'digest-algorithm-weak', 'rsa-exponent-small', 'algorithm-forbidden']
const remarks = async (bytes: Buffer) => {
  const verdict = await judge(bytes)
  return [verdict.verdict, ...verdict.reasonArray.map(({ code }) => code).filter((code) => unusual.includes(code))]
}

/** The certificate signed again with SHA-1; both name RSA by identifiers that differ in their last byte. */
function withSha1(certificate: Buffer, issuer: KeyObject): Buffer {
  const [strong, weak] = [oid('1.2.840.113549.1.1.11'), oid('1.2.840.113549.1.1.5')].map((id) => id.toString('latin1'))
  const other = Buffer.from(certificate.toString('latin1').replaceAll(strong ?? '', weak ?? ''), 'latin1')
  const [tbs, algorithm] = childrenOf(readStrictDer(other))
  if (!tbs || !algorithm) throw new Error('no certificate')
  return sequence(tbs.raw, algorithm.raw, encode(3, Buffer.concat([Buffer.of(0), sign('sha1', tbs.raw, issuer)])))
}

/** A signer below an authority of RSA, whose certificate may be signed with SHA-1. */
async function signerUnder(pair: ReturnType<typeof rsa>, { sha1 = false } = {}) {
  const authority = await makeAuthority(root, named('甲认证', '签发'), [], 8, pair)
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { identity } = await makeSigner(authority, named('甲公司', '张三'), [], keys)
  const certificate = sha1 ? withSha1(identity.certificate, pair.privateKey) : identity.certificate
  return signingKey(keys.privateKey, certificate, identity.chain)
}

const claimed = "D:20160601080000+08'00'"
const before = at('2016-06-01T00:00:00Z')

describe('C7: how strong a chain and a key are', () => {
  const pair = rsa()

  test('a certificate signed with SHA-1 is not to be relied on, the same one signed with SHA-256 is', async () => {
    const timestamps = at('2026-11-20T03:04:05Z')
    const signed = async (sha1: boolean) =>
      remarks(await signField(foreignPdf(), { key: await signerUnder(pair, { sha1 }), timestamps }))
    expect(await signed(false)).toEqual(['valid'])
    expect(await signed(true)).toEqual(['indeterminate', 'digest-algorithm-weak'])
  })

  test.each([
    [2048, 0x10001, []],
    [1024, 0x10001, ['algorithm-weak']],
    [1024, 3, ['algorithm-weak', 'rsa-exponent-small']],
    [768, 0x10001, ['algorithm-forbidden']],
  ])('an RSA key of %d bits with exponent %d', (bits, exponent, reasons) => {
    expect(weaknessOf(readDer(rsaWithSha256), rsa(bits, exponent).publicKey)).toEqual(reasons)
  })

  test('what a time-stamp proves to be from before 2017 was not forged', async () => {
    const key = await signerUnder(pair, { sha1: true })
    const signed = (timestamps = before) => signField(foreignPdf(), { key, timestamps, claimed })
    expect(await remarks(await signed())).toEqual(['valid'])
    expect(await remarks(await signed(at('2017-01-01T00:00:00Z')))).toEqual(['indeterminate', 'digest-algorithm-weak'])
    const bare = await signField(foreignPdf(), { key, claimed })
    expect(await remarks(bare)).toEqual(['indeterminate', 'digest-algorithm-weak'])
    expect(await remarks(await stampDocument(bare, before, 30))).toEqual(['valid'])
  })

  test('a time-stamp from an authority as weak proves nothing of today', async () => {
    const authority = await makeAuthority(root, named('甲认证', '签发'), [], 8, pair)
    const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { identity } = await makeSigner(authority, named('甲认证', '旧时间戳'), [timestamping], keys)
    const old = signingKey(keys.privateKey, withSha1(identity.certificate, pair.privateKey), identity.chain)
    const timestamps = stating(old, { at: new Date('2016-06-01T00:00:00Z') })
    const key = await makeSigner(root, named('甲公司', '张三'))
    const signed = await signField(foreignPdf(), { key, timestamps, claimed })
    const [signature] = (await judge(signed)).signatureArray
    expect(signature?.time).not.toBe('proven')
    // A sound one soon after it shows that it is what it was.
    const [again] = (await judge(await stampDocument(signed, at('2016-07-01T00:00:00Z'), 30))).signatureArray
    expect(again?.time).toBe('proven')
  })

  test('a key with exponent 3 is remarked on and holds', async () => {
    const key = await makeSigner(root, named('甲公司', '张三'), [], rsa(2048, 3))
    const signed = await signField(foreignPdf(), { key, timestamps: at('2026-11-20T03:04:05Z') })
    expect(await remarks(signed)).toEqual(['valid', 'rsa-exponent-small'])
    expect(codesOf(await judge(signed), 'warning')).toContain('rsa-exponent-small')
  })

  test('a key with exponent 1, with which everybody signs, is forbidden', () => {
    const { n, kty } = rsa().publicKey.export({ format: 'jwk' })
    const key = createPublicKey({ format: 'jwk', key: { kty: String(kty), n: String(n), e: 'AQ' } })
    const signed = Buffer.from('合同')
    const prefix = Buffer.from('3031300d060960864801650304020105000420', 'hex')
    const digestInfo = Buffer.concat([prefix, hash('sha256', signed, 'buffer')])
    const padding = Buffer.alloc(256 - 3 - digestInfo.length, 0xff)
    const value = Buffer.concat([Buffer.of(0, 1), padding, Buffer.of(0), digestInfo])
    // OpenSSL takes it.
    expect(verify('sha256', signed, { key, padding: constants.RSA_PKCS1_PADDING }, value)).toBe(true)
    const algorithm = readDer(rsaWithSha256)
    expect(checkSignature({ algorithm, digest: 'sha256', key, signed, value })).toMatchObject({
      ok: false,
      reasons: ['algorithm-forbidden'],
    })
  })
})
