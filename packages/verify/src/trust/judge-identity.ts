import { type Reason, reason } from '../reasons/reasons.ts'
import { buildChain, signingUsage, type TrustPool, unknownCriticalExtension } from '@moqi/trust/chains/build-chain'
import type { Certificate } from '@moqi/trust/chains/certificate'
import { earliestOf, latestOf, type ProvenTime } from '@moqi/trust/timestamp/read-token-info'
import { decisiveRevocation, isExempt, type RevocationData, revocationStatus } from '@moqi/trust/revocation/revocation'
import { type Revocation, revocationReasons } from '@moqi/trust/revocation/revocation-list'

/** State of the signer's certificate at the best signature time. */
export type CertificateStatus = 'valid' | 'expired' | 'revoked' | 'unknown'

/** What is known of a signer. */
export interface Identity {
  reasons: Reason[]
  status: CertificateStatus
  trusted: boolean
  path: Certificate[]
}

/** When the signature existed: proven by a time-stamp, or merely now (T6). */
export interface SignatureTime extends ProvenTime {
  proven: boolean
  /** Milliseconds. */
  now: number
}

/**
 * T8: that nobody answers for a certificate is remarked on, as is usual for contracts, or leaves its signature open.
 */
export type RevocationPolicy = 'strict' | 'contract'

/** T4 to T9: chain, validity, revocation and usage of the signer's certificate. */
export function judgeIdentity(
  leaf: Certificate,
  pool: TrustPool,
  data: RevocationData,
  when: SignatureTime,
  policy: RevocationPolicy = 'contract',
): Identity {
  const identity: Identity = { reasons: [], status: 'unknown', trusted: false, path: [leaf] }
  const chain = buildChain(leaf, pool, latestOf(when))
  identity.path = chain.path
  if (chain.status === 'invalid') identity.reasons.push(reason(chain.code, { detail: chain.detail }))
  if (chain.status === 'untrusted') identity.reasons.push(reason('chain-untrusted'))
  identity.trusted = chain.status === 'trusted'
  if (unknownCriticalExtension(leaf)) identity.reasons.push(reason('chain-invalid', { detail: 'critical extension' }))
  judgeUsage(leaf, identity)
  judgeValidity(leaf, when, identity)
  if (identity.trusted) judgeRevocation(identity, data, when, policy)
  return identity
}

function judgeUsage(leaf: Certificate, identity: Identity): void {
  const misuse = signingUsage(leaf)
  if (misuse) identity.reasons.push(reason(misuse))
}

/**
 * T1, T6: a certificate that expired after a proven time is fine. What the time-stamp proves is that the signature was
 * there at its latest moment; what was there before the certificate is certain only if that moment is before it too.
 */
function judgeValidity(leaf: Certificate, when: SignatureTime, identity: Identity): void {
  if (latestOf(when) < leaf.notBefore) {
    const severity = when.proven ? 'invalid' : 'indeterminate'
    if (identity.trusted) identity.reasons.push(reason('certificate-not-yet-valid', { severity }))
  }
  if (latestOf(when) > leaf.notAfter) {
    // Without a trusted chain the validity period proves as little as the name.
    if (identity.trusted) identity.reasons.push(reason('certificate-expired-no-poe'))
    identity.status = 'expired'
  }
}

function judgeRevocation(
  identity: Identity,
  data: RevocationData,
  when: SignatureTime,
  policy: RevocationPolicy,
): void {
  const severity = policy === 'strict' ? 'indeterminate' : 'warning'
  let worst: 'good' | 'unknown' = 'good'
  for (const [index, certificate] of identity.path.slice(0, -1).entries()) {
    const issuer = identity.path[index + 1]
    if (!issuer) break
    const status = revocationStatus(certificate, issuer, data, { time: latestOf(when), now: when.now })
    if (status.status === 'revoked') {
      const decisive = decisiveRevocation(status.revocations, latestOf(when))
      if (decisive) judgeRevoked(identity, decisive, when, index === 0)
    } else if (status.status !== 'good' && !isExempt(certificate)) {
      worst = 'unknown'
      const code = status.status === 'stale' ? 'revocation-stale' : 'revocation-unknown'
      if (!identity.reasons.some((known) => known.code === code)) {
        identity.reasons.push(reason(code, { severity }))
      }
    }
  }
  if (identity.status === 'unknown' && worst === 'good') identity.status = 'valid'
}

/** T1, T7: certain when the revocation is before all the moments the time-stamp may mean. */
function judgeRevoked(identity: Identity, { at, reason: why }: Revocation, when: SignatureTime, isLeaf: boolean): void {
  if (when.proven && at > latestOf(when)) return
  const certain = when.proven && at <= earliestOf(when) && why !== revocationReasons.hold
  const detail = isLeaf ? new Date(at).toISOString() : `CA ${new Date(at).toISOString()}`
  identity.reasons.push(reason('certificate-revoked', { severity: certain ? 'invalid' : 'indeterminate', detail }))
  identity.status = 'revoked'
}
