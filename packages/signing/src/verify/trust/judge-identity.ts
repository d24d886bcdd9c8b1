import { type Reason, reason } from '../reasons.ts'
import { buildChain, type TrustPool, unknownCriticalExtension } from './build-chain.ts'
import { type Certificate, extensionIds } from './certificate.ts'
import { type RevocationData, revocationReasons, revocationStatus, type RevocationStatus } from './revocation.ts'
import { signingUsage } from './usage.ts'

/** State of the signer's certificate at the best signature time. */
export type CertificateStatus = 'valid' | 'expired' | 'revoked' | 'unknown'

/** What is known of a signer. */
export interface Identity {
  reasons: Reason[]
  status: CertificateStatus
  trusted: boolean
  path: Certificate[]
}

/** When the signature existed: `time` is proven by a time-stamp, or merely now (T6). Milliseconds. */
export interface SignatureTime {
  time: number
  proven: boolean
  now: number
}

const shortLived = 48 * 3600 * 1000

/** T4 to T9: chain, validity, revocation and usage of the signer's certificate. */
export function judgeIdentity(leaf: Certificate, pool: TrustPool, data: RevocationData, when: SignatureTime): Identity {
  const identity: Identity = { reasons: [], status: 'unknown', trusted: false, path: [leaf] }
  const chain = buildChain(leaf, pool, when.time)
  identity.path = chain.path
  if (chain.status === 'invalid') identity.reasons.push(reason(chain.code, { detail: chain.detail }))
  if (chain.status === 'untrusted') identity.reasons.push(reason('chain-untrusted'))
  identity.trusted = chain.status === 'trusted'
  if (unknownCriticalExtension(leaf)) identity.reasons.push(reason('chain-invalid', { detail: 'critical extension' }))
  judgeUsage(leaf, identity)
  judgeValidity(leaf, when, identity)
  if (identity.trusted) judgeRevocation(identity, data, when)
  return identity
}

function judgeUsage(leaf: Certificate, identity: Identity): void {
  const misuse = signingUsage(leaf)
  if (misuse) identity.reasons.push(reason(misuse))
}

/** T6: a certificate that expired after a proven time is fine. */
function judgeValidity(leaf: Certificate, { time, proven }: SignatureTime, identity: Identity): void {
  if (time < leaf.notBefore) {
    const severity = proven ? 'invalid' : 'indeterminate'
    if (identity.trusted) identity.reasons.push(reason('certificate-not-yet-valid', { severity }))
  }
  if (time > leaf.notAfter) {
    // Without a trusted chain the validity period proves as little as the name.
    if (identity.trusted) identity.reasons.push(reason('certificate-expired-no-poe'))
    identity.status = 'expired'
  }
}

function judgeRevocation(identity: Identity, data: RevocationData, when: SignatureTime): void {
  let worst: 'good' | 'unknown' = 'good'
  for (const [index, certificate] of identity.path.slice(0, -1).entries()) {
    const issuer = identity.path[index + 1]
    if (!issuer) break
    const status = revocationStatus(certificate, issuer, data, when)
    if (status.status === 'revoked') judgeRevoked(identity, status, when, index === 0)
    else if (status.status !== 'good' && !isExempt(certificate)) {
      worst = 'unknown'
      const code = status.status === 'stale' ? 'revocation-stale' : 'revocation-unknown'
      if (!identity.reasons.some((known) => known.code === code)) {
        identity.reasons.push(reason(code, { severity: 'warning' }))
      }
    }
  }
  if (identity.status === 'unknown' && worst === 'good') identity.status = 'valid'
}

/** T8: noRevAvail (RFC 9608), and certificates that end before anyone could revoke them. */
function isExempt(certificate: Certificate): boolean {
  if (certificate.extensions.has(extensionIds.noRevocation)) return true
  return certificate.notAfter - certificate.notBefore <= shortLived
}

/** T7. */
function judgeRevoked(
  identity: Identity,
  status: Extract<RevocationStatus, { status: 'revoked' }>,
  { time, proven }: SignatureTime,
  isLeaf: boolean,
): void {
  const before = status.at <= time
  if (proven && !before) return
  const hold = status.reason === revocationReasons.hold
  const certain = proven && before && !hold
  const detail = isLeaf ? new Date(status.at).toISOString() : `CA ${new Date(status.at).toISOString()}`
  identity.reasons.push(reason('certificate-revoked', { severity: certain ? 'invalid' : 'indeterminate', detail }))
  identity.status = 'revoked'
}
