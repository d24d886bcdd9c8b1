import { isSignedBy } from '@moqi/trust/chains/build-chain'
import { type Certificate, readCertificate } from '@moqi/trust/chains/certificate'
import type { SignedMaterial } from './signed-material.ts'

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
