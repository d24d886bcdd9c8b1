import { hash, X509Certificate } from 'node:crypto'
import type { PublicKey } from '../cms/keys.ts'
import { namesSm2, readSm2KeyInfo } from '../sm2/sm2-key.ts'
import {
  bitsOf,
  childrenIn,
  childrenOf,
  countOf,
  type Der,
  DerFault,
  octetsOf,
  oidOf,
  readDer,
  tags,
  timeOf,
} from '../asn1/read-der.ts'

/** A certificate taken apart (RFC 5280 4.1); names and numbers as DER where they are compared. */
export interface Certificate {
  der: Buffer
  sha256: string
  /** INTEGER content. */
  serial: Buffer
  issuer: Buffer
  subject: Buffer
  /** Milliseconds. */
  notBefore: number
  notAfter: number
  key: PublicKey | undefined
  keyAlgorithm: string
  tbs: Buffer
  signatureAlgorithm: Der
  signature: Buffer
  extensions: Map<string, { critical: boolean; value: Buffer }>
}

/** What certificates said, by SHA-256, the newest last: documents of the same signers carry the same ones. */
const known = new Map<string, Certificate>()
const mostKnown = 1024

/** Reads a certificate; throws `DerFault`. The key is undefined when its kind is unknown or its value impossible. */
export function readCertificate(der: Buffer): Certificate {
  const { raw } = readDer(der)
  const sha256 = hash('sha256', raw)
  const before = known.get(sha256)
  if (before) return before
  // A copy, or what is known would hold the whole file that it came in.
  const certificate = takeApart(Buffer.from(raw), sha256)
  known.set(sha256, certificate)
  const [oldest] = known.keys()
  if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
  return certificate
}

function takeApart(der: Buffer, sha256: string): Certificate {
  const outer = readDer(der)
  const [tbs, algorithm, signature] = childrenIn(outer, tags.sequence)
  const fields = childrenIn(tbs, tags.sequence)
  if (fields[0]?.tag === tags.context0) fields.shift()
  const [serial, , issuer, validity, subject, keyInfo, ...rest] = fields
  if (!tbs || !algorithm || !serial || !issuer || !subject) throw new DerFault('certificate')
  const [notBefore, notAfter] = childrenIn(validity, tags.sequence)
  const extensions = rest.find((field) => field.tag === tags.context3)
  return {
    der: outer.raw,
    sha256,
    serial: serial.content,
    issuer: issuer.raw,
    subject: subject.raw,
    notBefore: timeOf(notBefore),
    notAfter: timeOf(notAfter),
    key: publicKey(outer.raw, keyInfo?.raw),
    keyAlgorithm: oidOf(childrenOf(childrenIn(keyInfo, tags.sequence)[0] ?? outer)[0]),
    tbs: tbs.raw,
    signatureAlgorithm: algorithm,
    signature: bitsOf(signature),
    extensions: readExtensions(extensions),
  }
}

/** Whether DER has the outline of a certificate (RFC 5280 4.1), with any key and any name; throws `DerFault`. */
export function hasCertificateOutline(whole: Der): boolean {
  const fields = signedFields(whole, tags.context0)
  return fields[0]?.tag === tags.integer && isTime(fields[3] && childrenIn(fields[3], tags.sequence)[0])
}

/** What is signed of a certificate or a list, without its version; none when it has another outline. */
export function signedFields(whole: Der, version: number): Der[] {
  const [tbs, algorithm, signature] = childrenIn(whole, tags.sequence)
  const fields = childrenIn(tbs, tags.sequence)
  if (algorithm?.tag !== tags.sequence || signature?.tag !== tags.bitString) return []
  return fields[0]?.tag === version ? fields.slice(1) : fields
}

/** Whether an element is a time, in either form. */
export const isTime = (element: Der | undefined): boolean =>
  element?.tag === tags.utcTime || element?.tag === tags.generalizedTime

function publicKey(der: Buffer, keyInfo: Buffer | undefined): PublicKey | undefined {
  try {
    // Node would take an SM2 key for one of plain ECDSA.
    if (keyInfo && namesSm2(keyInfo)) return readSm2KeyInfo(keyInfo)
    return new X509Certificate(der).publicKey
  } catch {
    return undefined
  }
}

/** Extensions by object identifier; the wrapper is [3] of a certificate or [0] of a revocation list. */
export function readExtensions(wrapper: Der | undefined): Certificate['extensions'] {
  const extensions: Certificate['extensions'] = new Map()
  const [list] = wrapper ? childrenOf(wrapper) : []
  for (const extension of list ? childrenIn(list, tags.sequence) : []) {
    const [type, ...rest] = childrenIn(extension, tags.sequence)
    const critical = rest[0]?.tag === tags.boolean && rest[0].content[0] !== 0
    const oid = oidOf(type)
    if (extensions.has(oid)) throw new DerFault('an extension twice')
    extensions.set(oid, { critical, value: octetsOf(rest.at(-1)) })
  }
  return extensions
}

/** Object identifiers of the extensions that are understood here. */
export const extensionIds = {
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
  basicConstraints: '2.5.29.19',
  subjectKeyIdentifier: '2.5.29.14',
  authorityKeyIdentifier: '2.5.29.35',
  noRevocation: '2.5.29.56',
  subjectAlternativeName: '2.5.29.17',
  nameConstraints: '2.5.29.30',
  certificatePolicies: '2.5.29.32',
  policyMappings: '2.5.29.33',
  policyConstraints: '2.5.29.36',
  inhibitAnyPolicy: '2.5.29.54',
} as const

/**
 * Whether a bit of KeyUsage is set (0 digitalSignature, 1 nonRepudiation, 5 keyCertSign, 6 cRLSign); true when absent.
 */
export function hasKeyUsage(certificate: Certificate, bit: number): boolean {
  const extension = certificate.extensions.get(extensionIds.keyUsage)
  if (!extension) return true
  const bits = bitsOf(readDer(extension.value))
  return ((bits[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0
}

/** Purposes of ExtendedKeyUsage, or undefined when the extension is absent. */
export function extendedKeyUsage(certificate: Certificate): { critical: boolean; purposes: string[] } | undefined {
  const extension = certificate.extensions.get(extensionIds.extendedKeyUsage)
  if (!extension) return undefined
  return { critical: extension.critical, purposes: childrenIn(readDer(extension.value), tags.sequence).map(oidOf) }
}

/** BasicConstraints: whether it is an authority, and how many authorities may follow it. */
export function basicConstraints(certificate: Certificate): { authority: boolean; pathLength?: number } {
  const extension = certificate.extensions.get(extensionIds.basicConstraints)
  if (!extension) return { authority: false }
  const [authority, length] = childrenIn(readDer(extension.value), tags.sequence)
  const isAuthority = authority?.tag === tags.boolean && authority.content[0] !== 0
  return length ? { authority: isAuthority, pathLength: countOf(length) } : { authority: isAuthority }
}

/** The subject key identifier, or undefined. */
export function keyIdentifier(certificate: Certificate): Buffer | undefined {
  const extension = certificate.extensions.get(extensionIds.subjectKeyIdentifier)
  return extension && octetsOf(readDer(extension.value))
}

const attributeLabels: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.5': 'SERIALNUMBER',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '1.2.840.113549.1.9.1': 'E',
}

/** Attributes of a distinguished name in their order, as label and text. */
export function nameParts(name: Buffer): { label: string; text: string }[] {
  return childrenIn(readDer(name), tags.sequence)
    .flatMap((set) => childrenIn(set, tags.set))
    .map((attribute) => {
      const [type, value] = childrenIn(attribute, tags.sequence)
      const oid = oidOf(type)
      return { label: attributeLabels[oid] ?? oid, text: value ? nameText(value) : '' }
    })
}

function nameText(value: Der): string {
  if (value.tag === 0x1e)
    return Buffer.from(value.content.subarray(0, value.content.length & ~1))
      .swap16()
      .toString('utf16le')
  return value.content.toString(value.tag === 0x0c ? 'utf8' : 'latin1')
}

/** A distinguished name for people: `CN=…, O=…`. */
export function nameLine(name: Buffer): string {
  return nameParts(name)
    .toReversed()
    .map(({ label, text }) => `${label}=${text}`)
    .join(', ')
}

/** The common name, or the organisation when there is none. */
export function commonName(name: Buffer): string {
  const parts = nameParts(name)
  return (parts.findLast(({ label }) => label === 'CN') ?? parts.find(({ label }) => label === 'O'))?.text ?? ''
}
