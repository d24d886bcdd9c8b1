import { dayMs } from '@moqi/domain/time/civil-date'
import {
  type CertificateAuthority,
  CertificateRefusal,
  type IssuedCertificate,
} from '@moqi/trust/certificates/certificate-authority'
import type { Subject } from '@moqi/trust/certificates/authority'
import { buildChain, signingUsage } from '@moqi/trust/chains/build-chain'
import { type Certificate, commonName, readCertificate } from '@moqi/trust/chains/certificate'

/**
 * What certificates have to fit: roots (DER) they end at, the time in ms, and the one subject, if any, whom the
 * authority may know by another name.
 */
type Fitting = { roots: readonly Buffer[]; now: () => number; renamed?: Subject }

/** Authorities' clocks may be a little ahead of ours. */
const clockSlackMs = 5 * 60_000

/**
 * An authority whose every certificate is checked before anybody signs with it: that it names whom it was asked for, is
 * for signing, valid for a day at least, and ends at one of `roots`. Throws `CertificateRefusal` for any other, whose
 * signatures nobody could trust afterwards.
 */
export function fittingCertificates(
  authority: CertificateAuthority,
  { roots, now, renamed }: Fitting,
): CertificateAuthority {
  const trusted = roots.map((root) => readCertificate(root))
  return {
    ...authority,
    async issue(request, subject) {
      const issued = await authority.issue(request, subject)
      const fault = faultOf(issued, subject === renamed ? '' : subject.commonName, { trusted, at: now() })
      if (fault) throw new CertificateRefusal(fault)
      return issued
    },
  }
}

function faultOf(
  { certificate, chain }: IssuedCertificate,
  name: string,
  { trusted, at }: { trusted: Certificate[]; at: number },
): string | null {
  const leaf = readCertificate(certificate)
  // Authorities put a number or a sort of certificate beside the name.
  if (!commonName(leaf.subject).includes(name)) return 'a certificate of somebody else'
  if (leaf.notBefore > at + clockSlackMs || leaf.notAfter < at + dayMs) return 'a certificate of another time'
  const usage = signingUsage(leaf)
  if (usage) return `a certificate for something else: ${usage}`
  const candidates = chain.map((issuer) => readCertificate(issuer))
  const path = buildChain(leaf, { candidates, roots: trusted }, at)
  if (path.status === 'trusted') return null
  return path.status === 'untrusted' ? 'a certificate that ends at no trusted root' : path.detail
}
