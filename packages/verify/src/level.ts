import type { FormattedSignature } from './signature/judge-format.ts'
import type { TrustedSignature } from './signature/trusted-signature.ts'
import type { Certificate } from '@moqi/trust/chains/certificate'
import { latestOf } from '@moqi/trust/timestamp/read-token-info'
import { isExempt, revocationStatus } from '@moqi/trust/revocation/revocation'
import type { SecurityStore } from './trust/security-store.ts'

/** What came after a signature that raises its level. */
export interface Afterwards {
  /** Security store in force at the end of the file. */
  store: SecurityStore | undefined
  /** The newest proven document time-stamp: its revision, and the store it covers. */
  archive: { revision: number; store: SecurityStore | undefined } | undefined
  /** Milliseconds. */
  now: number
}

/** T10: the PAdES level, `PKCS7-…` for other formats, computed beside the verdict. */
export function levelOf(formatted: FormattedSignature, trusted: TrustedSignature, afterwards: Afterwards): string {
  if (formatted.kind === 'timestamp') return 'DocTimeStamp'
  const pades = formatted.subFilter === 'ETSI.CAdES.detached'
  const clean = formatted.signer?.ess === 'v2' && !formatted.reasons.some(({ code }) => code === 'pades-profile')
  const prefix = pades && clean ? 'B-' : 'PKCS7-'
  return `${prefix}${heightOf(formatted, trusted, afterwards)}`
}

function heightOf(
  formatted: FormattedSignature,
  trusted: TrustedSignature,
  { store, archive, now }: Afterwards,
): 'B' | 'T' | 'LT' | 'LTA' {
  if (trusted.provenTime === undefined) return 'B'
  const { revision } = formatted.coverage
  const isBefore = archive !== undefined && revision !== undefined && revision < archive.revision
  if (isBefore && hasLongTermData(formatted, trusted, archive.store, now)) return 'LTA'
  return hasLongTermData(formatted, trusted, store, now) ? 'LT' : 'T'
}

/**
 * Every certificate of the signer's chain and of the time-stamp's, below the root, can be found in the store or in the
 * signature, and the store alone answers for it.
 */
function hasLongTermData(
  { signer }: FormattedSignature,
  { identity, timestamp, prover, provenTime }: TrustedSignature,
  store: SecurityStore | undefined,
  now: number,
): boolean {
  if (!store || !provenTime || !identity?.trusted || isEmpty(store)) return false
  const moment = { time: latestOf(provenTime), now }
  const stamps = [timestamp?.proven ? timestamp : undefined, prover].filter((stamp) => stamp !== undefined)
  const brought = [...store.certificates, ...[signer, timestamp, prover].flatMap((one) => one?.certificates ?? [])]
  const known = new Set(brought.map(({ sha256 }) => sha256))
  const chains = [identity.path, ...stamps.map(({ path }) => path)]
  return chains.every((path) =>
    path.slice(0, -1).every((one, index) => known.has(one.sha256) && isAnswered(one, path[index + 1])),
  )

  function isAnswered(certificate: Certificate, issuer: Certificate | undefined): boolean {
    if (!store || !issuer || isExempt(certificate)) return true
    return revocationStatus(certificate, issuer, store, moment).status === 'good'
  }
}

const isEmpty = ({ certificates, lists, responses }: SecurityStore) =>
  certificates.length + lists.length + responses.length === 0
