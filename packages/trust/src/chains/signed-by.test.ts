import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { keyPair, scene } from '../testing/authority-scene.ts'
import { issueCertificate } from '../certificates/authority.ts'
import { readCertificate } from './certificate.ts'
import { isSignedBy, isSignedWith } from './signed-by.ts'

const on = await scene()
const leaf = readCertificate(
  await issueCertificate({
    authority: on.issuing,
    subject: { commonName: '张三', country: 'CN' },
    publicKey: keyPair().publicKey,
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date('2046-01-01T00:00:00Z'),
    profile: 'signer',
  }),
)
const [issuing, root] = [on.issuing, on.root].map(({ key }) => readCertificate(key.identity.certificate))
if (!issuing || !root) throw new Error('no authorities')
const signed = { algorithm: leaf.signatureAlgorithm, tbs: leaf.tbs, signature: leaf.signature }

/** The bytes with one bit turned. */
function turned(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes)
  const at = (bit >> 3) % copy.length
  copy.writeUInt8(copy.readUInt8(at) ^ (1 << (bit & 7)), at)
  return copy
}

test('what was found signed before is found so again, by its issuer and by nobody else', () => {
  for (let time = 0; time < 2; time++) {
    expect(isSignedBy(leaf, issuing)).toBe(true)
    expect(isSignedBy(leaf, root)).toBe(false)
    expect(isSignedBy(leaf, { ...issuing, key: undefined })).toBe(false)
  }
})

test('what differs in one bit from what was found signed is not, nor is the original taken for it afterwards', () => {
  assert(
    property(integer({ min: 0, max: 1 << 16 }), (bit) => {
      expect(isSignedWith(signed, issuing)).toBe(true)
      expect(isSignedWith({ ...signed, tbs: turned(signed.tbs, bit) }, issuing)).toBe(false)
      expect(isSignedWith({ ...signed, signature: turned(signed.signature, bit) }, issuing)).toBe(false)
    }),
    { numRuns: 300 },
  )
})

test('an older finding that has been forgotten is made anew', () => {
  for (let bit = 0; bit < 5000; bit++) isSignedWith({ ...signed, signature: Buffer.of(bit >> 8, bit & 255) }, issuing)
  expect(isSignedWith(signed, issuing)).toBe(true)
})
