import { createHash, createPublicKey, generateKeyPairSync, verify, X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { hasTool, opensslCms } from '../testing/foreign-judge.ts'
import { keyPair, scene } from '../testing/authority-scene.ts'
import { keyTypeOf, UnsupportedKey } from './keys.ts'
import { childrenOf, descend, readStrictDer } from '../asn1/read-der.ts'
import { signDigest } from './signed-data.ts'

const on = await scene()
const root = on.root.key.identity.certificate
const content = Buffer.from('合同内容')
const digest = createHash('sha256').update(content).digest()
const openssl = hasTool('openssl')

const signerInfo = (cms: Buffer) => {
  const signedData = descend(readStrictDer(cms), 1, 0)
  return childrenOf(descend(childrenOf(signedData).at(-1) ?? signedData, 0))
}

test.skipIf(!openssl).each(['ec', 'rsa'] as const)(
  'openssl accepts a signature made with %s (needs openssl)',
  async (kind) => {
    const cms = await signDigest({ key: await on.party('张三', kind), timestamps: on.timestamps }, digest)
    expect(opensslCms({ cms, content }, root)).toMatchObject({ code: 0 })
    const other = Buffer.from('合同内容!')
    expect(opensslCms({ cms, content: other }, root).said).toContain('verification failure')
  },
)

test('the signed attributes are content type, digest and certificate, and no signing time', async () => {
  const cms = await signDigest({ key: await on.party('张三') }, digest)
  const attributes = childrenOf(signerInfo(cms)[3] ?? readStrictDer(cms)).map(
    (attribute) => descend(attribute, 0).content,
  )
  expect(attributes.map((type) => type.toString('hex')).toSorted()).toEqual([
    '2a864886f70d010903', // contentType
    '2a864886f70d010904', // messageDigest
    '2a864886f70d010910022f', // signingCertificateV2
  ])
})

test('the key signs the attributes as a SET', async () => {
  const key = await on.party('张三')
  const parts = signerInfo(await signDigest({ key }, digest))
  const attributes = Buffer.from(parts[3]?.raw ?? [])
  attributes[0] = 0x31
  const { publicKey } = new X509Certificate(key.identity.certificate)
  expect(verify('sha256', attributes, publicKey, parts[5]?.content ?? Buffer.alloc(0))).toBe(true)
})

test('without an authority there is no unsigned attribute', async () => {
  const key = await on.party('张三')
  expect(signerInfo(await signDigest({ key }, digest))).toHaveLength(6)
  expect(signerInfo(await signDigest({ key, timestamps: on.timestamps }, digest))).toHaveLength(7)
})

test('keys of other kinds are refused', () => {
  expect(keyTypeOf(createPublicKey(keyPair('rsa').publicKey.export({ type: 'spki', format: 'pem' })))).toBe('RSA')
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' })
  expect(() => keyTypeOf(privateKey)).toThrow(UnsupportedKey)
})
