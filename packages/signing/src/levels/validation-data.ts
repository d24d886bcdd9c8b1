import { isSignedBy } from '../verify/trust/build-chain.ts'
import { type Certificate, readCertificate } from '../verify/trust/certificate.ts'
import type { SignedMaterial } from './signed-material.ts'

/** Revocation lists and OCSP responses, DER. */
export interface RevocationData {
  crls: Buffer[]
  ocsps: Buffer[]
}

/** Answers what is known now about a certificate (DER) of an issuer (DER); empty when nothing is to be had. */
export type RevocationSource = (certificate: Buffer, issuer: Buffer) => Promise<RevocationData>

/** Everything that validates one signature long after: the chains of signer and time-stamp with their revocation data. */
export interface ValidationData extends RevocationData {
  vriKey: string
  certificates: Buffer[]
}

/**
 * Completes the chains of each signature from its own certificates and `issuers` (DER, roots included) and asks
 * `source` once for every certificate that is not a root. Throws what `source` throws, and `DerFault`.
 */
export async function gatherValidationData(
  material: SignedMaterial[],
  { issuers, source }: { issuers: Buffer[]; source: RevocationSource },
): Promise<ValidationData[]> {
  const pool = issuers.map(readCertificate)
  const asked = new Map<string, Promise<RevocationData>>()
  const ask = (certificate: Certificate, issuer: Certificate) => {
    const answer = asked.get(certificate.sha256) ?? source(certificate.der, issuer.der)
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
  return gathered
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
