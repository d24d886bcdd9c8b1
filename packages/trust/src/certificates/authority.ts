import { childrenOf, DerFault, descend, readStrictDer } from '../asn1/read-der.ts'
import {
  keyInfoOf,
  keyTypeOf,
  type PrivateKey,
  type PublicKey,
  publicKeyOf,
  readKeyInfo,
  signatureAlgorithm,
} from '../cms/keys.ts'
import { signerOf, type SigningKey, signingKey } from '../cms/signing-key.ts'

import {
  authorityKeyIdentifier,
  basicConstraints,
  keyIdentifier,
  keyUsage,
  ocspSigningOnly,
  publication,
  type PublishedAt,
  signatureBits,
  subjectKeyIdentifier,
  testCertificateNotice,
  testPolicyNotice,
  timestampingOnly,
} from './extensions.ts'
import { certificateTime, explicit, integer, oid, printable, sequence, set, utf8 } from '../asn1/write-der.ts'
import { randomSerial } from '../cms/random-serial.ts'

/** A certification authority: its key, its own certificate (`key.identity`), and what its certificates repeat. */
export interface Authority {
  key: SigningKey
  /** DER of the authority's Name, the issuer of what it issues. */
  name: Buffer
  keyIdentifier: Buffer
}

type AuthorityOptions = Pick<Certificate, 'notBefore' | 'notAfter' | 'serial'> & {
  privateKey: PrivateKey
  subject: Subject
}

/** The embedded root: a self-signed certificate that allows one issuing authority below it. */
export async function createRootAuthority(options: AuthorityOptions): Promise<Authority> {
  const { privateKey, subject, ...validity } = options
  const publicKey = publicKeyOf(privateKey)
  const name = distinguishedName(subject)
  const identifier = keyIdentifier(publicKey)
  const extensions = [
    basicConstraints({ pathLength: 1 }),
    keyUsage('keyCertSign', 'cRLSign'),
    subjectKeyIdentifier(identifier),
  ]
  const certificate = await signCertificate(privateKey, { ...validity, issuer: name, name, publicKey, extensions })
  return authorityOf(privateKey, certificate, [])
}

/** An issuing authority under `authority`, whose certificate its signatures embed. */
export async function createIssuingAuthority(
  options: Omit<Issued, 'publicKey'> & { privateKey: PrivateKey },
): Promise<Authority> {
  const { privateKey, ...issued } = options
  const allowed = [basicConstraints({ pathLength: 0 }), keyUsage('keyCertSign', 'cRLSign')]
  const certificate = await certified({ ...issued, publicKey: publicKeyOf(privateKey) }, allowed)
  return authorityOf(privateKey, certificate, [])
}

/** An authority from its stored key and certificate (DER); throws `DerFault` or `UnsupportedKey`. */
export function authorityOf(privateKey: PrivateKey, certificate: Buffer, chain: Buffer[]): Authority {
  const fields = childrenOf(descend(readStrictDer(certificate), 0))
  // version, serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo
  const [name, keyInfo] = fields.slice(5)
  if (!name || !keyInfo) throw new DerFault('certificate has no subject or key')
  return {
    key: signingKey(privateKey, certificate, chain),
    name: name.raw,
    keyIdentifier: keyIdentifier(readKeyInfo(keyInfo.raw)),
  }
}

/** Whom an authority certifies, until when, and where the authority publishes what becomes of it. */
export type Issued = PublishedAt &
  Pick<Certificate, 'notBefore' | 'notAfter' | 'serial' | 'publicKey'> & { authority: Authority; subject: Subject }

/** A certificate (DER) under an authority; `allowed` are the extensions that say what its key may do. */
export function certified(issued: Issued, allowed: Buffer[]): Promise<Buffer> {
  const { authority, subject, publicKey, serial, notBefore, notAfter, ...published } = issued
  return signCertificate(authority.key, {
    ...(serial ? { serial } : {}),
    notBefore,
    notAfter,
    issuer: authority.name,
    name: distinguishedName(subject),
    publicKey,
    extensions: [
      ...allowed,
      subjectKeyIdentifier(keyIdentifier(publicKey)),
      authorityKeyIdentifier(authority.keyIdentifier),
      ...publication(published),
      testPolicyNotice(),
    ],
  })
}

/**
 * What a certificate is for: a contract's party, the time-stamping authority, the platform that certifies, an OCSP
 * responder.
 */
export type CertificateProfile = 'signer' | 'timestamp' | 'certifier' | 'ocsp'

const usage: Readonly<Record<CertificateProfile, () => Buffer[]>> = {
  signer: () => [keyUsage('digitalSignature', 'nonRepudiation')],
  certifier: () => [keyUsage('digitalSignature', 'nonRepudiation')],
  timestamp: () => [keyUsage('digitalSignature'), timestampingOnly()],
  ocsp: () => [keyUsage('digitalSignature'), ...ocspSigningOnly()],
}

/** Issues an end-entity certificate (DER). `serial` is positive and at most 20 bytes; random when absent. */
export const issueCertificate = ({ profile, ...issued }: Issued & { profile: CertificateProfile }): Promise<Buffer> =>
  certified(issued, [basicConstraints(false), ...usage[profile]()])

/** The variable parts of an X.509 v3 certificate. */
export interface Certificate {
  /** DER of the issuer's Name. */
  issuer: Buffer
  /** DER of the subject's Name. */
  name: Buffer
  publicKey: PublicKey
  notBefore: Date
  notAfter: Date
  /** DER of complete extensions. */
  extensions: Buffer[]
  /** Positive, at most 20 bytes; sixteen random bytes when absent. */
  serial?: Buffer
}

/** Signs a certificate (DER) with its issuer's key; a private key alone serves the self-signed root. */
export async function signCertificate(key: SigningKey | PrivateKey, certificate: Certificate): Promise<Buffer> {
  const { issuer, name, publicKey, notBefore, notAfter, extensions, serial = randomSerial() } = certificate
  const isIssuer = 'identity' in key
  const algorithm = signatureAlgorithm[isIssuer ? key.identity.keyType : keyTypeOf(key)]
  const body = sequence(
    explicit(0, integer(2)),
    integer(serial),
    algorithm,
    issuer,
    sequence(certificateTime(notBefore), certificateTime(notAfter)),
    name,
    keyInfoOf(publicKey),
    explicit(3, sequence(...extensions)),
  )
  const signature = await (isIssuer ? key.sign : signerOf(key))(body)
  return sequence(body, algorithm, signatureBits(signature))
}

/** Whom a certificate names. Chinese is written as it is (UTF8String). */
export interface Subject {
  commonName: string
  organization?: string
  /** Beside the unit every certificate of the embedded authority carries. */
  organizationalUnit?: string
  country: 'CN'
  /** The subject's own number (X.520 serialNumber), not the certificate's. */
  serialNumber?: string
}

/** The Name in DER, most general part first; OU=测试证书，无法律效力 is always in it. */
export const distinguishedName = (subject: Subject): Buffer => nameOf(subject, testCertificateNotice)

/** The Name in DER as another authority is asked for it. */
export const requestedName = (subject: Subject): Buffer => nameOf(subject)

function nameOf(subject: Subject, notice?: string): Buffer {
  const { commonName, organization, organizationalUnit, country, serialNumber } = subject
  return sequence(
    part('2.5.4.6', printable(country)),
    ...(organization ? [part('2.5.4.10', utf8(organization))] : []),
    ...(organizationalUnit ? [part('2.5.4.11', utf8(organizationalUnit))] : []),
    ...(notice ? [part('2.5.4.11', utf8(notice))] : []),
    ...(serialNumber ? [part('2.5.4.5', printableOnly(serialNumber))] : []),
    part('2.5.4.3', utf8(commonName)),
  )
}

const part = (type: string, value: Buffer) => set(sequence(oid(type), value))

/** X.520 allows nothing but PrintableString for serialNumber. */
function printableOnly(value: string): Buffer {
  if (!/^[A-Za-z0-9 '()+,\-./:=?]+$/.test(value)) throw new RangeError(`serialNumber ${value} is not printable ASCII`)
  return printable(value)
}
