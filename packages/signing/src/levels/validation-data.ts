import { isSignedBy } from '@moqi/trust/chains/signed-by'
import { type Certificate, readCertificate } from '@moqi/trust/chains/certificate'
import { createHash } from 'node:crypto'
import type { Head } from '../append/layout.ts'
import { readDer } from '@moqi/trust/asn1/read-der'
import { readSignedData, type SignedData } from '@moqi/trust/cms/read-signed-data'

/** Revocation lists and OCSP responses, DER. */
export interface RevocationData {
  crls: Buffer[]
  ocsps: Buffer[]
}

/** Empty when nothing is to be had; `unreachable` when there is somebody to ask who does not answer now. */
export interface RevocationAnswer extends RevocationData {
  unreachable?: boolean
}

/** Answers what is known now about a certificate (DER) of an issuer (DER). */
export type RevocationSource = (certificate: Buffer, issuer: Buffer) => Promise<RevocationAnswer>

/** A certificate about which somebody should be asked again, with its issuer; DER. */
export interface Unanswered {
  certificate: Buffer
  issuer: Buffer
}

/**
 * Everything that validates one signature long after: the chains of signer and time-stamp with their revocation data.
 */
export interface ValidationData extends RevocationData {
  vriKey: string
  certificates: Buffer[]
}

/**
 * Completes the chains of each signature from its own certificates and `issuers` (DER, roots included) and asks
 * `source` once for every certificate that is not a root; `unanswered` are those to ask about again. Throws what
 * `source` throws, and `DerFault`.
 */
export async function gatherValidationData(
  material: SignedMaterial[],
  { issuers, source }: { issuers: Buffer[]; source: RevocationSource },
): Promise<{ data: ValidationData[]; unanswered: Unanswered[] }> {
  const pool = issuers.map(readCertificate)
  const asked = new Map<string, Promise<RevocationData>>()
  const unanswered: Unanswered[] = []
  const askOnce = async (certificate: Certificate, issuer: Certificate) => {
    const { unreachable = false, ...known } = await source(certificate.der, issuer.der)
    if (unreachable) unanswered.push({ certificate: certificate.der, issuer: issuer.der })
    return known
  }
  const ask = (certificate: Certificate, issuer: Certificate) => {
    const answer = asked.get(certificate.sha256) ?? askOnce(certificate, issuer)
    asked.set(certificate.sha256, answer)
    return answer
  }
  const gathered: ValidationData[] = []
  for (const { vriKey, certificates } of material) {
    const chains = withIssuers(certificates.map(readCertificate), pool)
    const answers = await Promise.all(chains.flatMap(({ certificate, issuer }) => issuer && ask(certificate, issuer)))
    const known = answers.filter((answer) => answer !== undefined)
    gathered.push({
      vriKey,
      certificates: chains.map(({ certificate }) => certificate.der),
      crls: known.flatMap(({ crls }) => crls),
      ocsps: known.flatMap(({ ocsps }) => ocsps),
    })
  }
  return { data: gathered, unanswered }
}

interface Link {
  certificate: Certificate
  /** Undefined for a root, and where the chain breaks off. */
  issuer: Certificate | undefined
}

function withIssuers(own: Certificate[], pool: Certificate[]): Link[] {
  const links = new Map<string, Link>()
  const waiting = [...own]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const certificate = next
    if (links.has(certificate.sha256)) continue
    const isRoot = certificate.issuer.equals(certificate.subject)
    const issuer = isRoot ? undefined : [...own, ...pool].find((one) => issued(one, certificate))
    links.set(certificate.sha256, { certificate, issuer })
    if (issuer) waiting.push(issuer)
  }
  return [...links.values()]
}

const issued = (issuer: Certificate, certificate: Certificate) =>
  issuer.subject.equals(certificate.issuer) && isSignedBy(certificate, issuer)

/** id-aa-signatureTimeStampToken. */
const timestampAttribute = '1.2.840.113549.1.9.16.2.14'

/** What one signature or document time-stamp of a PDF brings for its own validation. */
export interface SignedMaterial {
  /**
   * Key of its entry in /VRI: SHA-1 of /Contents with its padding, in upper-case hexadecimal (EN 319 142-1 §5.4.2.3).
   */
  vriKey: string
  /** DER of the certificates in the CMS and in the time-stamps it carries. */
  certificates: Buffer[]
}

/**
 * The material of every signature that `head` knows of in `pdf`, oldest first; the PDF is not parsed. Throws
 * `DerFault` or `SignerCountFault` for a placeholder without a CMS, and none is found in heads of older documents.
 */
export function signedMaterial(pdf: Buffer, { holes = [] }: Pick<Head, 'holes'>): SignedMaterial[] {
  return holes.map(([start, end]) => materialOf(Buffer.from(pdf.toString('latin1', start + 1, end - 1), 'hex')))
}

/** The material of one /Contents, padding included. */
export function materialOf(contents: Buffer): SignedMaterial {
  const data = readSignedData(readDer(contents).raw)
  return {
    vriKey: createHash('sha1').update(contents).digest('hex').toUpperCase(),
    certificates: certificatesIn(data),
  }
}

function certificatesIn({ certificates, signer }: SignedData): Buffer[] {
  const tokens = signer.unsigned.get(timestampAttribute) ?? []
  return [...certificates, ...tokens.flatMap(({ raw }) => readSignedData(raw).certificates)]
}
