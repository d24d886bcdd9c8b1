import { type Reason, type ReasonCode, reason } from '../reasons/reasons.ts'
import { type Certificate, keyIdentifier, readCertificate } from '@moqi/trust/chains/certificate'
import { attempt } from '../structure/attempt.ts'
import {
  checkSignature,
  digestName,
  digestOf,
  isBrokenDigest,
  type SignatureResult,
} from '@moqi/trust/cms/check-signature'
import { childrenIn, childrenOf, type Der, octetsOf, oidOf, tags, timeOf, readable } from '@moqi/trust/asn1/read-der'
import type { SignedData } from '@moqi/trust/cms/read-signed-data'

const attribute = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  algorithmProtection: '1.2.840.113549.1.9.52',
} as const

/** C4: each of these once; what others say, and how often, is no affair of the signature. */
const required = new Set<string>(Object.values(attribute))

/** What a SignedData is to sign, and what is expected of it. */
export interface SignerExpectation {
  /** The bytes, in chunks. */
  content: Buffer[]
  /** Digest of those bytes by hash name, so that callers can share work; defaults to hashing `content`. */
  digest?: (name: string) => Buffer
  /** eContentType that must be declared. */
  contentType: string
  /** Certificates from elsewhere in the file. */
  otherCertificates: Certificate[]
}

/** The outcome of C1 to C9 for one SignedData. */
export interface SignerResult {
  certificate?: Certificate
  /** Every certificate the structure brings. */
  certificates: Certificate[]
  /** Certificates it brings that cannot be read. */
  unreadable: number
  /** Hash and signature agree with the bytes. */
  intact: boolean
  ess: 'v2' | 'v1' | 'none'
  hasSigningTime: boolean
  /** Milliseconds, where it can be read. */
  signingTime?: number
  algorithm: string
  reasons: Reason[]
}

/** Verifies a SignedData over the expected bytes, one result a step in the order of C9. Throws `DerFault`. */
export function checkSigner(data: SignedData, expectation: SignerExpectation): SignerResult {
  const certificates = readable(data.certificates, readCertificate)
  const result: SignerResult = {
    certificates,
    unreadable: data.certificates.length - certificates.length,
    intact: false,
    ess: essForm(data),
    hasSigningTime: data.signer.signed.has(attribute.signingTime),
    algorithm: '',
    reasons: [],
  }
  const signingTime = attempt(() => timeOf(single(data.signer.signed.get(attribute.signingTime))))
  if (signingTime !== undefined) result.signingTime = signingTime
  const certificate = selectCertificate(data, [...certificates, ...expectation.otherCertificates])
  if (certificate) result.certificate = certificate
  else result.reasons.push(reason('signing-certificate-missing'))
  const attributesFit = checkAttributes(data, expectation, result)
  const verified = certificate ? checkValue(data, expectation, certificate, result) : undefined
  result.intact = attributesFit && verified?.ok === true
  if (certificate) checkBinding(data, certificate, result)
  return result
}

function essForm({ signer }: SignedData): SignerResult['ess'] {
  if (signer.signed.has(attribute.signingCertificateV2)) return 'v2'
  return signer.signed.has(attribute.signingCertificate) ? 'v1' : 'none'
}

/** C6: by the signer identifier; among several with one issuer and serial the one ESS names. */
function selectCertificate(data: SignedData, offered: Certificate[]): Certificate | undefined {
  const { sid } = data.signer
  const named = offered.filter((certificate) =>
    'keyIdentifier' in sid
      ? keyIdentifier(certificate)?.equals(sid.keyIdentifier) === true
      : certificate.issuer.equals(sid.issuer) && certificate.serial.equals(sid.serial),
  )
  return named.find((certificate) => essMismatch(data, certificate) === undefined) ?? named[0]
}

/** C4: attributes present, once each, of the right type, and the digest they carry. */
function checkAttributes(data: SignedData, expectation: SignerExpectation, result: SignerResult): boolean {
  const { signer } = data
  const name = digestName(signer.digestOid)
  if (!name) {
    result.reasons.push(reason('algorithm-unsupported', { detail: signer.digestOid }))
    // Nobody here can compare it.
    return signer.signedBytes === undefined
  }
  if (!signer.signedBytes) return true
  if (isBrokenDigest(name)) {
    result.reasons.push(reason('algorithm-forbidden'))
    return false
  }
  return digestFits(data, name, expectation, result)
}

function digestFits(data: SignedData, name: string, expectation: SignerExpectation, result: SignerResult): boolean {
  const { signer } = data
  if (!signer.attributesAreDer) result.reasons.push(reason('cms-not-der'))
  const type = single(signer.signed.get(attribute.contentType))
  const digest = single(signer.signed.get(attribute.messageDigest))
  if (!type || !digest || signer.repeated.some((oid) => required.has(oid))) {
    result.reasons.push(reason('cms-attribute-missing'))
    return false
  }
  if (oidOf(type) !== data.contentType || data.contentType !== expectation.contentType) {
    result.reasons.push(reason('cms-attribute-missing', { detail: 'content-type' }))
    return false
  }
  const actual = expectation.digest?.(name) ?? digestOf(name, expectation.content)
  if (!octetsOf(digest).equals(actual)) {
    result.reasons.push(reason('digest-mismatch'))
    return false
  }
  return checkProtection(data, result)
}

/** RFC 6211: the algorithms the signer protected are those declared. */
function checkProtection({ signer }: SignedData, result: SignerResult): boolean {
  const values = signer.signed.get(attribute.algorithmProtection)
  if (!values) return true
  const value = single(values)
  const [digest, algorithm] = value ? childrenIn(value, tags.sequence) : []
  const isSigner =
    algorithm === undefined ||
    (algorithm.tag === tags.context1 && oidOf(childrenOf(algorithm)[0]) === oidOf(childrenOf(signer.algorithm)[0]))
  if (digest && oidOf(childrenOf(digest)[0]) === signer.digestOid && isSigner) return true
  result.reasons.push(reason('cms-attribute-missing', { detail: 'CMSAlgorithmProtection' }))
  return false
}

function single(values: Der[] | undefined): Der | undefined {
  return values?.length === 1 ? values[0] : undefined
}

function checkValue(
  { signer }: SignedData,
  expectation: SignerExpectation,
  certificate: Certificate,
  result: SignerResult,
): SignatureResult | undefined {
  const { key } = certificate
  if (!key) {
    result.algorithm = certificate.keyAlgorithm
    result.reasons.push(reason('algorithm-unsupported', { detail: certificate.keyAlgorithm }))
    return undefined
  }
  const digest = digestName(signer.digestOid)
  const check = checkSignature({
    algorithm: signer.algorithm,
    ...(digest ? { digest } : {}),
    key,
    signed: signer.signedBytes ?? Buffer.concat(expectation.content),
    value: signer.value,
  })
  result.algorithm = check.label
  for (const code of check.reasons) result.reasons.push(reason(code))
  if (!signer.signedBytes && check.ok) result.reasons.push(reason('cms-no-signed-attributes'))
  return check
}

/** C5: the certificate is the one the signer meant. */
function checkBinding(data: SignedData, certificate: Certificate, result: SignerResult): void {
  const mismatch = essMismatch(data, certificate)
  if (mismatch) result.reasons.push(reason(mismatch.code, { detail: mismatch.detail }))
  if (result.ess === 'v1') result.reasons.push(reason('ess-sha1'))
}

/** Why a certificate is not shown to be the one that was meant. */
interface EssMismatch {
  code: ReasonCode
  detail: string
}

const otherThan = (detail: string): EssMismatch => ({ code: 'signing-certificate-mismatch', detail })

/** What differs between the certificate and the ESS attributes, every one of which must fit (RFC 5035 3). */
function essMismatch({ signer }: SignedData, certificate: Certificate): EssMismatch | undefined {
  for (const oid of [attribute.signingCertificateV2, attribute.signingCertificate]) {
    const values = signer.signed.get(oid)
    if (!values) continue
    const value = single(values)
    const first = value && childrenOf(childrenIn(value, tags.sequence)[0] ?? value)[0]
    const mismatch = first
      ? essIdentifierMismatch(first, oid === attribute.signingCertificate ? 'sha1' : 'sha256', certificate)
      : otherThan('empty')
    if (mismatch) return mismatch
  }
  return undefined
}

/** ESSCertID or ESSCertIDv2: hash algorithm (v2, when not the usual one), hash, issuer and serial. */
function essIdentifierMismatch(identifier: Der, usual: string, certificate: Certificate): EssMismatch | undefined {
  const fields = childrenIn(identifier, tags.sequence)
  const algorithm = fields[0]?.tag === tags.sequence ? fields.shift() : undefined
  const oid = algorithm && oidOf(childrenOf(algorithm)[0])
  const name = oid === undefined ? usual : digestName(oid)
  if (name === undefined) return { code: 'algorithm-unsupported', detail: oid ?? '' }
  if (isBrokenDigest(name)) return { code: 'algorithm-forbidden', detail: name }
  const [hash, issuerSerial] = fields
  if (!octetsOf(hash).equals(digestOf(name, [certificate.der]))) return otherThan('hash')
  if (issuerSerial?.tag !== tags.sequence || namesCertificate(issuerSerial, certificate)) return undefined
  return otherThan('issuer or serial')
}

function namesCertificate(issuerSerial: Der, certificate: Certificate): boolean {
  const [names, serial] = childrenOf(issuerSerial)
  const directory = names && childrenOf(names).find((name) => name.tag === 0xa4)
  const issuer = directory && childrenOf(directory)[0]
  return serial?.content.equals(certificate.serial) === true && issuer?.raw.equals(certificate.issuer) === true
}
