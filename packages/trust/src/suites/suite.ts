import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { type Authority, type CertificateProfile, issueCertificate, type Subject } from '../certificates/authority.ts'
import { type KeyType, type PrivateKey, publicKeyOf } from '../cms/keys.ts'
import { generateSm2Key } from '../sm2/sm2-key.ts'
import { type SigningKey, signingKey } from '../cms/signing-key.ts'

/** The suites Chinese authorities issue, and P-256 of the embedded one. */
export type SuiteName = 'P-256' | 'RSA-2048' | 'SM2'

/** Key type, hash and signature algorithm that go together. */
export interface Suite {
  name: SuiteName
  keyType: KeyType
  /** A new private key. */
  generateKey: () => Promise<PrivateKey>
}

const generateInPool = promisify(generateKeyPair)

/** Every suite by its name. */
export const suites: Readonly<Record<SuiteName, Suite>> = {
  'P-256': {
    name: 'P-256',
    keyType: 'P-256',
    generateKey: async () => (await generateInPool('ec', { namedCurve: 'P-256' })).privateKey,
  },
  'RSA-2048': {
    name: 'RSA-2048',
    keyType: 'RSA',
    generateKey: async () => (await generateInPool('rsa', { modulusLength: 2048 })).privateKey,
  },
  SM2: { name: 'SM2', keyType: 'SM2', generateKey: () => Promise.resolve(generateSm2Key()) },
}

const byKeyType: Readonly<Record<KeyType, Suite>> = {
  'P-256': suites['P-256'],
  RSA: suites['RSA-2048'],
  SM2: suites.SM2,
}

/** The suite belongs to the authority: whoever gets a certificate from it has a key of the authority's own kind. */
export function suiteOf(authority: Authority): Suite {
  return byKeyType[authority.key.identity.keyType]
}

/** A new key, for signing at once and for keeping (`toPkcs8`). */
export interface IssuedKey {
  key: SigningKey
  privateKey: PrivateKey
}

/** Makes a key of the authority's suite and certifies it; its signatures embed the authority's certificate. */
export async function issueSigningKey(options: {
  authority: Authority
  subject: Subject
  profile: CertificateProfile
  notBefore: Date
  notAfter: Date
  crlUrl?: string
}): Promise<IssuedKey> {
  const privateKey = await suiteOf(options.authority).generateKey()
  const certificate = await issueCertificate({ ...options, publicKey: publicKeyOf(privateKey) })
  return { key: signingKey(privateKey, certificate, [options.authority.key.identity.certificate]), privateKey }
}
