import { beforeAll, describe, expect, test } from 'vitest'
import {
  ask,
  filesOnDisk,
  hasTool,
  opensslCms,
  opensslTimestamp,
  signaturesIn,
} from '@moqi/trust/testing/foreign-judge'
import { HashNotKept } from './append/head-hashes.ts'
import { signDocument } from './append/sign-document.ts'
import { disc, firstParties } from './testing/signing-scene.ts'
import { type Scene, scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { toPem } from '@moqi/trust/certificates/pem'
import { createRevocationList } from '@moqi/trust/certificates/revocation-list'
import { childrenOf, descend, readStrictDer } from '@moqi/trust/asn1/read-der'
import { fromPkcs8, toPkcs8 } from '@moqi/trust/cms/keys'
import type { GmEdition } from '@moqi/trust/cms/signed-data'
import { type SigningKey, signingKey } from '@moqi/trust/cms/signing-key'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { freezeDocument } from './freeze/freeze-document.ts'
import type { Frozen } from './append/layout.ts'
import { a4, tinyPdf } from '@moqi/pdf/testing/tiny-pdf'
import { sm2Signer } from '@moqi/trust/sm2/sm2-signature'
import type { Verdict } from '@moqi/verify/verdict'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { issueSigningKey, type SuiteName, suiteOf, suites } from '@moqi/trust/suites/suite'

const openssl = hasTool('openssl')
const userIdOption = 'distid:1234567812345678'
const font = notoSans()
const validity = { notBefore: new Date('2026-01-01T00:00:00Z'), notAfter: new Date('2046-01-01T00:00:00Z') }
const certificateOf = ({ key }: { key: SigningKey }) => key.identity.certificate

const freeze = ({ certifier, timestamps }: Scene, parties = 1) =>
  freezeDocument(
    { certifier, timestamps, now: () => sceneTime },
    tinyPdf({ pages: 2, size: a4 }),
    firstParties(parties),
  )

const sign = (
  frozen: Frozen,
  slot: string,
  deps: Omit<Parameters<typeof signDocument>[0], 'font'>,
  head = frozen.head,
) => signDocument({ font, ...deps }, { ...frozen, head }, request(slot))

const request = (slot: string) => ({
  signature: { slot, image: disc() },
  signerName: '张三',
  reason: '同意并签署本合同',
  at: sceneTime,
})

const judge = (on: Scene, pdf: Buffer): Promise<Verdict> =>
  verifyPdf(pdf, { trustedRoots: [certificateOf(on.root)], ownRoots: [certificateOf(on.root)], now: sceneTime })

const serialOf = (certificate: Buffer) => descend(readStrictDer(certificate), 0, 1).content
const codes = ({ reasonArray }: Verdict) => reasonArray.map(({ code }) => code)

const listOf = (on: Scene, name: 'root' | 'issuing', revoked: Buffer[] = []) =>
  createRevocationList({
    authority: on[name],
    revoked: revoked.map((serial) => ({ serial, at: validity.notBefore, reason: 'unspecified' })),
    thisUpdate: validity.notBefore,
    nextUpdate: validity.notAfter,
    number: 1,
  })

describe.each<[SuiteName, string, string]>([
  ['P-256', 'ETSI.CAdES.detached', 'ECDSA / SHA-256'],
  ['RSA-2048', 'ETSI.CAdES.detached', 'RSA / SHA-256'],
  ['SM2', 'adbe.pkcs7.detached', 'SM2 / SM3'],
])('%s', (name, subFilter, algorithm) => {
  let on: Scene
  let pdf: Buffer

  beforeAll(async () => {
    on = await scene(undefined, name)
    const frozen = await freeze(on, 2)
    const key = await on.party('张三')
    const first = await sign(frozen, 'moqi-0001', { key, timestamps: on.timestamps })
    const second = await sign(frozen, 'moqi-0002', { key, timestamps: on.timestamps }, first.head)
    pdf = Buffer.concat([frozen.bytes, first.increment, second.increment])
  })

  test('goes from the authority to all it vouches for', () => {
    expect(suiteOf(on.root).name).toBe(name)
    expect(suiteOf(on.issuing).name).toBe(name)
    expect(on.certifier.identity.keyType).toBe(suites[name].keyType)
  })

  test('certifies and signs a contract that passes as our own', async () => {
    const verdict = await judge(on, pdf)
    expect([verdict.verdict, ...codes(verdict)].filter((code) => code !== 'revocation-unknown')).toEqual(['valid'])
    expect(verdict.signatureArray.map((found) => found.algorithm)).toEqual([algorithm, algorithm, algorithm])
    expect(pdf.toString('latin1').match(/SubFilter\/([\w.]+)/g)).toEqual(Array(3).fill(`SubFilter/${subFilter}`))
  })

  test('fails when one byte of the contract changes', async () => {
    const changed = Buffer.from(pdf)
    const at = changed.indexOf('/MediaBox')
    changed[at + 1] = 0x6d
    const verdict = await judge(on, changed)
    expect(verdict.verdict).toBe('invalid')
    expect(codes(verdict)).toContain('digest-mismatch')
  })

  test('keeps a key as PKCS#8', async () => {
    const { key, privateKey } = await issueSigningKey({
      authority: on.issuing,
      subject: { commonName: '李四', country: 'CN' },
      profile: 'signer',
      ...validity,
    })
    const again = signingKey(fromPkcs8(toPkcs8(privateKey)), key.identity.certificate)
    expect(again.identity.keyType).toBe(suites[name].keyType)
    expect(toPkcs8(fromPkcs8(toPkcs8(privateKey)))).toEqual(toPkcs8(privateKey))
  })
})

describe.skipIf(!openssl)('openssl (needs openssl)', () => {
  test.each<SuiteName>(['P-256', 'RSA-2048'])('follows certificates and lists of %s to the root', async (name) => {
    const on = await scene(undefined, name)
    const leaf = certificateOf({ key: await on.party('张三') })
    const opinion = async (revoked: Buffer[]) => {
      const files = filesOnDisk({
        leaf: toPem('CERTIFICATE', leaf),
        root: toPem('CERTIFICATE', certificateOf(on.root)),
        issuing: toPem('CERTIFICATE', certificateOf(on.issuing)),
        crl: toPem('X509 CRL', await listOf(on, 'issuing', revoked)) + toPem('X509 CRL', await listOf(on, 'root')),
      })
      const trust = ['-CAfile', files.root, '-untrusted', files.issuing, '-CRLfile', files.crl, '-crl_check_all']
      return ask('openssl', 'verify', '-x509_strict', ...trust, files.leaf)
    }
    expect(await opinion([])).toMatchObject({ code: 0 })
    expect((await opinion([serialOf(leaf)])).said).toContain('certificate revoked')
  })

  test('accepts every certificate of SM2 under its issuer', async () => {
    const on = await scene(undefined, 'SM2')
    const leaf = certificateOf({ key: await on.party('张三') })
    const links: [Buffer, Buffer][] = [
      [leaf, certificateOf(on.issuing)],
      [certificateOf(on.issuing), certificateOf(on.root)],
    ]
    for (const [certificate, issuer] of links) {
      const files = filesOnDisk({ below: toPem('CERTIFICATE', certificate), above: toPem('CERTIFICATE', issuer) })
      // The user id reaches only the certificate in question, none above it: one link at a time.
      const trust = ['-vfyopt', userIdOption, '-x509_strict', '-partial_chain', '-trusted', files.above]
      expect(ask('openssl', 'verify', ...trust, files.below)).toMatchObject({ code: 0 })
    }
  })

  test('accepts signature and time-stamp of RSA-2048', async () => {
    const on = await scene(undefined, 'RSA-2048')
    const frozen = await freeze(on)
    const { increment } = await sign(frozen, 'moqi-0001', { key: await on.party('张三'), timestamps: on.timestamps })
    for (const found of signaturesIn(Buffer.concat([frozen.bytes, increment]))) {
      expect(opensslCms(found, certificateOf(on.root))).toMatchObject({ code: 0 })
      expect(opensslTimestamp(found, certificateOf(on.root))).toMatchObject({ code: 0 })
    }
  })

  test('accepts the signed attributes of SM2 by themselves', async () => {
    const on = await scene(undefined, 'SM2')
    const frozen = await freeze(on)
    const [certification] = signaturesIn(frozen.bytes)
    expect(opensslSm2(partsOf(certification?.cms))).toMatchObject({ code: 0 })
  })
})

const nothing = Buffer.alloc(0)

/** `openssl cms` cannot be told the user id; the attributes are the whole of what is signed. */
function opensslSm2({ attributes, signature, keyInfo }: Record<'attributes' | 'signature' | 'keyInfo', Buffer>) {
  const files = filesOnDisk({
    attributes,
    signature,
    key: `-----BEGIN PUBLIC KEY-----\n${keyInfo.toString('base64')}\n-----END PUBLIC KEY-----\n`,
  })
  const input = ['-pubin', '-inkey', files.key, '-in', files.attributes, '-sigfile', files.signature]
  const hashed = ['-rawin', '-digest', 'sm3', '-pkeyopt', userIdOption]
  return ask('openssl', 'pkeyutl', '-verify', ...input, ...hashed)
}

/** What a SignedData is made of, and the key it names. */
function partsOf(cms: Buffer = nothing) {
  const fields = childrenOf(descend(readStrictDer(cms), 1, 0))
  const signer = childrenOf(descend(fields.at(-1) ?? readStrictDer(cms), 0))
  const attributes = Buffer.from(signer[3]?.raw ?? [])
  attributes[0] = 0x31
  const certificates = childrenOf(fields[3] ?? readStrictDer(cms))
  const serial = descend(signer[1] ?? readStrictDer(cms), 1).raw
  const leaf = certificates.find((certificate) => descend(certificate, 0, 1).raw.equals(serial))
  return {
    attributes,
    signature: signer[5]?.content ?? nothing,
    keyInfo: descend(leaf ?? readStrictDer(cms), 0, 6).raw,
    type: descend(readStrictDer(cms), 0).raw.toString('hex'),
    content: descend(fields[2] ?? readStrictDer(cms), 0).raw.toString('hex'),
    algorithm: signer[4]?.raw.toString('hex'),
  }
}

describe('SM2', async () => {
  const on = await scene(undefined, 'SM2')
  const frozen = await freeze(on)
  const key = await on.party('张三')

  test.each<[GmEdition, string]>([
    ['2017', '300b06092a811ccf5501822d01'],
    ['2026', '300a06082a811ccf55018375'],
  ])('writes SignedData as GB/T 35275-%s, and both editions pass', async (edition, algorithm) => {
    const { increment } = await sign(frozen, 'moqi-0001', { key, timestamps: on.timestamps, edition })
    const signed = Buffer.concat([frozen.bytes, increment])
    const parts = partsOf(signaturesIn(signed)[1]?.cms)
    // 1.2.156.10197.6.1.4.2.2 around 1.2.156.10197.6.1.4.2.1
    expect(parts).toMatchObject({ type: '060a2a811ccf550601040202', content: '060a2a811ccf550601040201', algorithm })
    expect((await judge(on, signed)).verdict).toBe('valid')
  })

  test('an empty user id is remarked, another one is wrong', async () => {
    const issued = await issueSigningKey({
      authority: on.issuing,
      subject: { commonName: '李四', country: 'CN' },
      profile: 'signer',
      ...validity,
    })
    const { privateKey } = issued
    if (!('curve' in privateKey)) throw new Error('no SM2 key')
    const { identity } = issued.key
    const judged = async (signer: SigningKey['sign']) => {
      const deps = { key: { identity, sign: signer }, timestamps: on.timestamps }
      return judge(on, Buffer.concat([frozen.bytes, (await sign(frozen, 'moqi-0001', deps)).increment]))
    }
    const empty = await judged(sm2Signer(privateKey, { userId: '' }))
    expect(empty.verdict).toBe('valid')
    expect(codes(empty)).toContain('sm2-empty-user-id')
    const other = await judged(sm2Signer(privateKey, { userId: 'someone' }))
    expect(other.verdict).toBe('invalid')
    expect(codes(other)).toContain('signature-value-wrong')
  })

  test('cannot sign what was frozen without SM3', async () => {
    const other = await scene()
    const frozenOtherwise = await freeze(other)
    expect(frozenOtherwise.head).not.toHaveProperty('sm3State')
    await expect(sign(frozenOtherwise, 'moqi-0001', { key })).rejects.toThrow(HashNotKept)
  })

  test.skipIf(!openssl)('openssl accepts a revocation list by the key of its authority (needs openssl)', async () => {
    const [body, , signature] = childrenOf(readStrictDer(await listOf(on, 'issuing')))
    const keyInfo = descend(readStrictDer(certificateOf(on.issuing)), 0, 6).raw
    const signed = { attributes: body?.raw ?? nothing, signature: signature?.content.subarray(1) ?? nothing, keyInfo }
    expect(opensslSm2(signed)).toMatchObject({ code: 0 })
  })

  test('a revoked certificate is refused by a list made with SM2', async () => {
    const { increment } = await sign(frozen, 'moqi-0001', { key, timestamps: on.timestamps })
    const pdf = Buffer.concat([frozen.bytes, increment])
    const serial = serialOf(key.identity.certificate)
    const roots = { trustedRoots: [certificateOf(on.root)], ownRoots: [certificateOf(on.root)], now: sceneTime }
    const judgedWith = async (revoked: Buffer[]) =>
      verifyPdf(pdf, { ...roots, crls: [await listOf(on, 'issuing', revoked), await listOf(on, 'root')] })
    expect((await judgedWith([])).verdict).toBe('valid')
    expect(codes(await judgedWith([serial]))).toContain('certificate-revoked')
  })
})
