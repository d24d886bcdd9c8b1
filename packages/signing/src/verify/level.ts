import type { FormattedSignature } from './judge-format.ts'
import type { TrustedSignature } from './judge-trust.ts'
import type { Certificate } from './trust/certificate.ts'
import { latestOf } from './trust/proven-time.ts'
import { revocationStatus } from './trust/revocation.ts'
import type { SecurityStore } from './trust/security-store.ts'

/** What came after a signature that raises its level. */
export interface Afterwards {
  /** Security store in force at the end of the file. */
  store: SecurityStore | undefined
  /** A proven document time-stamp covers that store. */
  archived: boolean
  /** Milliseconds. */
  now: number
}

/** T10: the PAdES level, `PKCS7-…` for other formats, computed beside the verdict. */
export function levelOf(formatted: FormattedSignature, trusted: TrustedSignature, afterwards: Afterwards): string {
  if (formatted.kind === 'timestamp') return 'DocTimeStamp'
  const pades = formatted.subFilter === 'ETSI.CAdES.detached'
  const clean = formatted.signer?.ess === 'v2' && !formatted.reasons.some(({ code }) => code === 'pades-profile')
  const prefix = pades && clean ? 'B-' : 'PKCS7-'
  if (trusted.provenTime === undefined) return `${prefix}B`
  if (!hasLongTermData(trusted, latestOf(trusted.provenTime), afterwards)) return `${prefix}T`
  return `${prefix}${afterwards.archived ? 'LTA' : 'LT'}`
}

const nothing = { lists: [], responses: [] }

/** The store alone answers for every certificate of the signer's chain and of the time-stamp's. */
function hasLongTermData(trusted: TrustedSignature, time: number, { store, now }: Afterwards): boolean {
  if (!store || !trusted.identity?.trusted) return false
  const chains = [trusted.identity.path, trusted.timestamp?.path ?? []]
  return chains.every((path) => path.every((certificate, index) => isAnswered(path, certificate, index)))

  function isAnswered(path: Certificate[], certificate: Certificate, index: number): boolean {
    const issuer = path[index + 1]
    if (!issuer) return true
    return revocationStatus(certificate, issuer, store ?? nothing, { time, now }).status === 'good'
  }
}
