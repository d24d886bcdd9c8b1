import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ask, filesOnDisk, hasTool } from '../testing/foreign-judge.ts'
import { childrenOf, DerFault, readStrictDer } from '../asn1/read-der.ts'
import { integer, sequence } from '../asn1/write-der.ts'
import {
  generateSm2Key,
  order,
  readSm2KeyInfo,
  scalarBytes,
  sm2FromPkcs8,
  sm2KeyFromPoint,
  sm2KeyFromScalar,
  sm2KeyInfo,
  sm2ToPkcs8,
} from './sm2-key.ts'
import { sm2Signer, userHash, verifySm2 } from './sm2-signature.ts'

const openssl = hasTool('openssl')
const hex = (text: string) => Buffer.from(text, 'hex')
const message = Buffer.from('合同内容')
const half = (signature: Buffer, index: number) =>
  childrenOf(readStrictDer(signature))[index]?.content ?? Buffer.alloc(0)
const raw = (content: Buffer) => Buffer.concat([Buffer.of(0x02, content.length), content])
const pem = (label: string, der: Buffer) =>
  `-----BEGIN ${label}-----\n${der.toString('base64')}\n-----END ${label}-----\n`

/** The signature example of GB/T 32918.5-2017 Annex A.2 (GM/T 0003.5-2012), with the default user id. */
const published = {
  scalar: hex('3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8'),
  x: '09f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020',
  y: 'ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13',
  message: Buffer.from('message digest'),
  z: 'b2e14c5c79c6df5b85f4fe7ed8db7a262b9da7e07ccb0ea9f4747b8ccda8a4f3',
  e: 'f0b43e94ba45accaace692ed534382eb17e6ab5a19ce7b31f4486fdfc0d28640',
  k: 0x59276e27d506861a16680f3ad9c02dccef3cc1fa3cdbe4ce6d54b80deac1bc21n,
  r: 'f5a03b0648d2c4630eeac513e1bb81a15944da3827d5b74143ac7eaceee720b3',
  s: 'b1b6aa29df212fd8763182bc0d421ca1bb9038fd1f7f42d4840b69c485bbc1aa',
}

describe('the published example', () => {
  const key = sm2KeyFromScalar(published.scalar)

  test('gives the public key, Z and e', () => {
    expect(key.publicKey.point.toString('hex')).toBe(`04${published.x}${published.y}`)
    const z = userHash(key.publicKey)
    expect(z.toString('hex')).toBe(published.z)
    expect(createHash('sm3').update(z).update(published.message).digest('hex')).toBe(published.e)
  })

  test('gives the signature, byte for byte', () => {
    const signature = sm2Signer(key, { nonce: () => published.k })(published.message)
    // Both halves have their first bit set and take a leading zero.
    expect(signature.toString('hex')).toBe(`3046022100${published.r}022100${published.s}`)
    expect(verifySm2(key.publicKey, published.message, signature)).toBe(true)
  })

  test('fails with another message, another user id or another key', () => {
    const signature = hex(`3046022100${published.r}022100${published.s}`)
    expect(verifySm2(key.publicKey, Buffer.from('message digesT'), signature)).toBe(false)
    expect(verifySm2(key.publicKey, published.message, signature, '')).toBe(false)
    expect(verifySm2(generateSm2Key().publicKey, published.message, signature)).toBe(false)
  })
})

describe('the DER of a signature', () => {
  const key = generateSm2Key()
  const sign = sm2Signer(key)

  test('takes a leading zero only where the next bit is set, whatever the length', () => {
    const lengths = new Set<number>()
    for (let count = 0; count < 60; count++) {
      const signature = sign(message)
      for (const content of [half(signature, 0), half(signature, 1)]) {
        lengths.add(content.length)
        expect(content[0] === 0 ? (content[1] ?? 0) & 0x80 : 0x80).toBe(0x80)
        expect((content[0] ?? 0) & 0x80).toBe(0)
      }
      expect(verifySm2(key.publicKey, message, signature)).toBe(true)
    }
    expect(lengths).toContain(33)
    expect(lengths).toContain(32)
  })

  test('is strict: no padding, no missing zero, nothing behind, no number out of range', () => {
    const good = sign(message)
    const [r, s] = [half(good, 0), half(good, 1)]
    const padded = (content: Buffer) => raw(Buffer.concat([Buffer.of(0), content]))
    const bare = (content: Buffer) =>
      raw(content[0] === 0 ? content.subarray(1) : Buffer.of(0x80, ...content.subarray(1)))
    const wrong = {
      padded: sequence(padded(r), raw(s)),
      negative: sequence(raw(r), bare(s)),
      'behind it': Buffer.concat([good, Buffer.of(0)]),
      'a third number': sequence(raw(r), raw(s), integer(1)),
      zero: sequence(integer(0), raw(s)),
      'the order': sequence(raw(r), integer(scalarBytes(order))),
      'r + s = n': sequence(integer(1), integer(scalarBytes(order - 1n))),
      'no sequence': Buffer.concat([r, s]),
      nothing: Buffer.alloc(0),
    }
    expect(verifySm2(key.publicKey, message, sequence(raw(r), raw(s)))).toBe(true)
    for (const [name, signature] of Object.entries(wrong)) {
      expect([name, verifySm2(key.publicKey, message, signature)]).toEqual([name, false])
    }
  })
})

test('keys come back from their stored forms', () => {
  const key = generateSm2Key()
  expect(sm2FromPkcs8(sm2ToPkcs8(key))).toEqual(key)
  expect(readSm2KeyInfo(sm2KeyInfo(key.publicKey))).toEqual(key.publicKey)
})

test('scalars out of range and points off the curve are refused', () => {
  for (const bad of [0n, order - 1n, order]) expect(() => sm2KeyFromScalar(scalarBytes(bad))).toThrow(RangeError)
  const point = Buffer.from(generateSm2Key().publicKey.point)
  point[64] = (point[64] ?? 0) ^ 1
  expect(() => sm2KeyFromPoint(point)).toThrow(DerFault)
  expect(() => sm2KeyFromPoint(point.subarray(0, 33))).toThrow(DerFault)
})

describe.skipIf(!openssl)('openssl (needs openssl)', () => {
  const hashed = ['-rawin', '-digest', 'sm3', '-pkeyopt', 'distid:1234567812345678']

  test('accepts our signature', () => {
    const key = generateSm2Key()
    const files = filesOnDisk({
      key: pem('PUBLIC KEY', sm2KeyInfo(key.publicKey)),
      data: message,
      signature: sm2Signer(key)(message),
    })
    const input = ['-pubin', '-inkey', files.key, '-in', files.data, '-sigfile', files.signature]
    expect(ask('openssl', 'pkeyutl', '-verify', ...input, ...hashed)).toMatchObject({ code: 0 })
  })

  test('reads our private key and makes a signature that we accept', () => {
    const key = generateSm2Key()
    const files = filesOnDisk({ key: pem('PRIVATE KEY', sm2ToPkcs8(key)), data: message })
    const out = `${files.data}.signature`
    const input = ['-inkey', files.key, '-in', files.data, '-out', out]
    expect(ask('openssl', 'pkeyutl', '-sign', ...input, ...hashed)).toMatchObject({ code: 0 })
    expect(verifySm2(key.publicKey, message, readFileSync(out))).toBe(true)
    expect(verifySm2(key.publicKey, Buffer.from('其他'), readFileSync(out))).toBe(false)
  })

  test('makes private keys that we read', () => {
    const { said } = ask('openssl', 'genpkey', '-algorithm', 'SM2')
    const key = sm2FromPkcs8(Buffer.from(said.replaceAll(/-----.*-----/g, ''), 'base64'))
    expect(verifySm2(key.publicKey, message, sm2Signer(key)(message))).toBe(true)
  })
})
