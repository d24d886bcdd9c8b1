import { readFileSync } from 'node:fs'
import { assert, integer as anyInteger, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { createRevocationList } from '@moqi/trust/certificates/revocation-list'
import { digest, UnsupportedKey } from '@moqi/trust/cms/keys'
import { bits, encode, integer, octets, oid, sequence } from '@moqi/trust/asn1/write-der'
import { childrenOf, DerFault, descend, readStrictDer } from '@moqi/trust/asn1/read-der'
import { readIdentity, type SigningKey } from '@moqi/trust/cms/signing-key'
import { order, scalarBytes, sm2KeyFromScalar } from '@moqi/trust/sm2/sm2-key'
import { sm2Signer } from '@moqi/trust/sm2/sm2-signature'
import {
  encodeSealedContent,
  makeSeal,
  readSeal,
  readSealSignature,
  signWithSeal,
  type SealedContent,
} from '@moqi/trust/eseal/seal'
import { type SealVerifyOptions, verifySealSignature } from './verify-seal-signature.ts'

const on = await scene(undefined, 'SM2')
const maker = await on.party('印章制作单位')
const signer = await on.party('某某有限公司')
const stranger = await on.party('别的公司')
const protectedBytes = Buffer.from('合同内容')
const dataHash = digest('SM3', protectedBytes)
const certificateOf = (key: SigningKey) => key.identity.certificate

type SealInfo = Parameters<typeof makeSeal>[1]
const info: SealInfo = {
  vendor: 'MOQI',
  id: '50011200000001',
  type: 1,
  name: '某某有限公司合同专用章',
  signers: { kind: 'certificates', certificates: [certificateOf(signer)] },
  createdAt: new Date('2026-11-01T00:00:00Z'),
  validFrom: new Date('2026-11-01T00:00:00Z'),
  validTo: new Date('2028-11-01T00:00:00Z'),
  picture: { type: 'png', data: Buffer.from('89504e47', 'hex'), width: 40, height: 40 },
  extensions: [],
}

const content = (seal: Buffer, more: Partial<SealedContent> = {}): SealedContent => ({
  seal,
  at: sceneTime,
  dataHash,
  propertyInfo: '/Doc_0/Signs/Sign_0/Signature.xml',
  extensions: [],
  ...more,
})

const options = (more: Partial<SealVerifyOptions> = {}): SealVerifyOptions => ({
  dataHash,
  trustedRoots: [certificateOf(on.root.key)],
  issuers: [certificateOf(on.issuing.key)],
  now: sceneTime,
  statusOf: () => 'active',
  ...more,
})

const made = async (change: Partial<SealInfo> = {}, by = maker) => makeSeal(by, { ...info, ...change })
const signed = async (seal: Buffer, more: Partial<SealedContent> = {}, key = signer) =>
  signWithSeal({ key, timestamps: on.timestamps }, content(seal, more))
const listOf = (authority: typeof on.root, serials: Buffer[] = []) =>
  createRevocationList({
    authority,
    revoked: serials.map((serial) => ({ serial, at: new Date('2026-11-10T00:00:00Z'), reason: 'unspecified' })),
    thisUpdate: new Date('2026-11-20T00:00:00Z'),
    nextUpdate: new Date('2026-11-27T00:00:00Z'),
    number: 1,
  })

const seal = await made()
const signature = await signed(seal)

describe('what was made', () => {
  test('is read back', () => {
    expect(readSeal(seal).info).toEqual(info)
    const read = readSealSignature(signature)
    expect(read).toMatchObject({ at: sceneTime, dataHash, propertyInfo: '/Doc_0/Signs/Sign_0/Signature.xml' })
    expect(read.seal.bytes).toEqual(seal)
  })

  test('passes, with nothing left unknown when status and revocation are at hand', async () => {
    const crls = [await listOf(on.issuing), await listOf(on.root)]
    expect(verifySealSignature(signature, options({ crls }))).toMatchObject({
      valid: true,
      unknowns: [],
      provenAt: new Date('2026-11-20T03:04:05Z'),
    })
  })

  test('passes with digests instead of certificates, and with extensions', async () => {
    const digests = [{ type: 'SM3', value: digest('SM3', certificateOf(signer)) }]
    const extensions = [{ id: '2.999.7', critical: false, value: Buffer.from('a') }]
    const other = await made({ signers: { kind: 'digests', digests }, extensions })
    const verdict = verifySealSignature(await signed(other, { extensions }), options())
    expect(verdict).toMatchObject({ valid: true, signature: { extensions, seal: { info: { extensions } } } })
  })

  test('tells what it could not find out', async () => {
    const bare = await signWithSeal({ key: signer }, content(seal))
    const verdict = verifySealSignature(bare, { ...options(), statusOf: () => 'unknown' })
    expect(verdict).toMatchObject({ valid: true, unknowns: ['revocation-unknown', 'seal-status', 'timestamp-missing'] })
  })
})

const step = (bytes: Buffer, more: Partial<SealVerifyOptions> = {}) => {
  const verdict = verifySealSignature(bytes, options(more))
  return verdict.valid ? 'valid' : verdict.step
}

describe('the first step that fails is named', () => {
  test('structure: other bytes, a seal alone, bytes behind it, a critical extension', async () => {
    const critical = [{ id: '2.999.7', critical: true, value: Buffer.from('a') }]
    const wrong = [
      Buffer.alloc(0),
      seal,
      Buffer.concat([signature, Buffer.of(0)]),
      await signed(seal, { extensions: critical }),
    ]
    for (const bytes of wrong) expect(step(bytes)).toBe('structure')
  })

  test('seal-signature: a seal its maker did not sign', async () => {
    const [sealInfo, certificate, algorithm, value] = childrenOf(readStrictDer(seal)).map(({ raw }) => raw)
    const other = childrenOf(readStrictDer(await made({ name: '别的章' })))[0]?.raw
    const parts = (first = sealInfo, identifier = algorithm) =>
      sequence(...[first, certificate, identifier, value].map((part) => part ?? Buffer.alloc(0)))
    expect(step(await signed(parts(other)))).toBe('seal-signature')
    expect(step(await signed(parts(sealInfo, oid('1.2.840.10045.4.3.2'))))).toBe('seal-signature')
  })

  test('maker-certificate: a maker no root vouches for', async () => {
    const elsewhere = await (await scene(undefined, 'SM2')).party('冒充者')
    expect(step(await signed(await made({}, elsewhere)))).toBe('maker-certificate')
  })

  test('seal-validity and seal-status', async () => {
    expect(step(await signed(seal, { at: new Date('2026-10-31T23:59:59Z') }))).toBe('seal-validity')
    expect(step(await signed(seal, { at: new Date('2028-11-01T00:00:01Z') }))).toBe('seal-validity')
    expect(step(signature, { statusOf: () => 'suspended' })).toBe('seal-status')
    expect(step(signature, { statusOf: (id) => (id === info.id ? 'cancelled' : 'active') })).toBe('seal-status')
  })

  test('signature-algorithm: another one than SM2 with SM3', () => {
    const parts = childrenOf(readStrictDer(signature)).map(({ raw }) => raw)
    expect(step(sequence(...parts.toSpliced(2, 1, oid('1.2.156.10197.1.301.1'))))).toBe('signature-algorithm')
  })

  test('signer-listed: somebody else signs with the seal', async () => {
    expect(step(await signed(seal, {}, stranger))).toBe('signer-listed')
    const digests = [{ type: 'SHA-256', value: digest('SHA-256', certificateOf(signer)) }]
    expect(step(await signed(await made({ signers: { kind: 'digests', digests } })))).toBe('signer-listed')
  })

  test('signer-certificate: revoked before it signed', async () => {
    const serial = descend(readStrictDer(certificateOf(signer)), 0, 1).content
    const crls = [await listOf(on.issuing, [serial]), await listOf(on.root)]
    expect(step(signature, { crls })).toBe('signer-certificate')
  })

  test('data-hash: other bytes are protected', () => {
    expect(step(signature, { dataHash: digest('SM3', Buffer.from('别的内容')) })).toBe('data-hash')
  })

  test('signature-value: another content under the same signature', async () => {
    const parts = childrenOf(readStrictDer(signature)).map(({ raw }) => raw)
    const other = encodeSealedContent(content(seal, { propertyInfo: 'elsewhere' }))
    expect(step(sequence(...parts.toSpliced(0, 1, other)))).toBe('signature-value')
  })

  test('timestamp: over another value, or before the claimed time', async () => {
    const [, , , , token] = childrenOf(readStrictDer(await signed(seal))).map(({ raw }) => raw)
    const parts = childrenOf(readStrictDer(signature)).map(({ raw }) => raw)
    expect(step(sequence(...parts.toSpliced(4, 1, token ?? Buffer.alloc(0))))).toBe('timestamp')
    expect(step(await signed(seal, { at: new Date('2026-11-20T03:10:00Z') }))).toBe('timestamp')
  })
})

const header = (mark: string, version: number) =>
  sequence(encode(0x16, Buffer.from(mark)), integer(version), encode(0x16, Buffer.from('MOQI')))

/** The signature's fields around another seal. */
function rebuilt(changed: Buffer): Buffer[] {
  const [toSign, ...rest] = childrenOf(readStrictDer(signature))
  const inner = toSign ? childrenOf(toSign).map(({ raw }) => raw) : []
  return [sequence(...inner.toSpliced(1, 1, changed)), ...rest.map(({ raw }) => raw)]
}

describe('strict DER', () => {
  const parts = childrenOf(readStrictDer(seal)).map(({ raw }) => raw)
  const r = scalarBytes(order - 1n)

  test('a value without its leading zero, or with one too many, is no signature', () => {
    const half = encode(0x02, r)
    const padded = encode(0x02, Buffer.of(0, 0), r)
    for (const broken of [sequence(half, integer(1)), sequence(padded, integer(1))]) {
      const changed = sequence(...parts.toSpliced(3, 1, bits(broken)))
      expect(verifySealSignature(sequence(...rebuilt(changed)), options())).toMatchObject({ step: 'seal-signature' })
    }
  })

  test('another version, mark or field is no seal', () => {
    const fields = childrenOf(readStrictDer(parts[0] ?? seal)).map(({ raw }) => raw)
    const withHeader = (first: Buffer) => sequence(sequence(first, ...fields.slice(1)), ...parts.slice(1))
    expect(readSeal(withHeader(header('ES', 4))).info).toEqual(info)
    for (const wrong of [header('ES', 1), header('ES', 5), header('es', 4)]) {
      expect(() => readSeal(withHeader(wrong))).toThrow(DerFault)
    }
    expect(() => readSeal(sequence(...parts, integer(1)))).toThrow(DerFault)
    expect(() => readSeal(sequence(parts[0] ?? seal, octets(parts[1] ?? seal)))).toThrow(DerFault)
  })

  test('no changed byte passes, and none throws', async () => {
    // A time-stamp brings certificates that nothing signs; all else is covered.
    const bare = await signWithSeal({ key: signer }, content(seal))
    assert(
      property(anyInteger({ min: 0, max: bare.length - 1 }), anyInteger({ min: 1, max: 255 }), (at, change) => {
        const changed = Buffer.from(bare)
        changed[at] = (changed[at] ?? 0) ^ change
        expect(verifySealSignature(changed, options()).valid).toBe(false)
      }),
      { numRuns: 60 },
    )
  })
})

test('keys of other kinds make no seal', async () => {
  const { certifier } = await scene()
  await expect(makeSeal(certifier, info)).rejects.toThrow(UnsupportedKey)
  await expect(signWithSeal({ key: certifier }, content(seal))).rejects.toThrow(UnsupportedKey)
})

const fixture = (name: string) =>
  Buffer.from(readFileSync(new URL(`./fixtures/${name}.hex`, import.meta.url), 'latin1').replaceAll(/\s/g, ''), 'hex')

/** The key and the nonce of the example of GB/T 32918.5-2017 Annex A.2. */
const published = {
  scalar: Buffer.from('3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8', 'hex'),
  nonce: 0x59276e27d506861a16680f3ad9c02dccef3cc1fa3cdbe4ce6d54b80deac1bc21n,
}

describe('the bytes of the fixtures', async () => {
  const certificate = fixture('certificate')
  const privateKey = sm2KeyFromScalar(published.scalar)
  const key: SigningKey = {
    identity: readIdentity(certificate, []),
    sign: sm2Signer(privateKey, { nonce: () => published.nonce }),
  }
  const fixedSeal = await makeSeal(key, { ...info, signers: { kind: 'certificates', certificates: [certificate] } })

  test('are what is written', async () => {
    expect(fixedSeal.toString('hex')).toBe(fixture('seal').toString('hex'))
    const fixed = await signWithSeal({ key }, content(fixedSeal))
    expect(fixed.toString('hex')).toBe(fixture('signature').toString('hex'))
  })

  test('pass under the root they were made with', () => {
    const verdict = verifySealSignature(fixture('signature'), options({ trustedRoots: [certificate], issuers: [] }))
    expect(verdict).toMatchObject({ valid: true })
  })
})
