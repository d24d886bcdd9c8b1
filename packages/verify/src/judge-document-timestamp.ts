import { type AuthorityTrust, checkTimestamp, type TimestampResult } from './trust/check-timestamp.ts'
import { type FormattedSignature, openContents } from './signature/judge-format.ts'
import type { TrustedSignature } from './signature/trusted-signature.ts'
import type { RangeDigest } from './signature/range-digest.ts'
import { reason } from './reasons/reasons.ts'

/**
 * B11: the token's imprint is the digest of the byte range. Only what is wrong breaks its integrity (T2); it proves the
 * time of what it covers as long as nothing else says that it covers something else (T6).
 */
export function judgeDocumentTimestamp(
  formatted: FormattedSignature,
  result: TrustedSignature,
  { digests, trust }: { digests: RangeDigest; trust: AuthorityTrust },
): void {
  const { range } = formatted.coverage
  openContents(formatted)
  const { cms, reasons } = formatted
  if (reasons.some(({ severity }) => severity === 'invalid')) formatted.integrity = 'broken'
  if (!formatted.data || !cms || !range) return
  const timestamp = checkTimestamp(cms, (name) => digests.digest(name, range), trust)
  result.timestamp = timestamp
  result.reasons.push(...timestamp.remarks.map((code) => reason(code)))
  if (timestamp.integrity === 'broken') {
    formatted.integrity = 'broken'
    const isOther = timestamp.problem === 'imprint does not match'
    const wrong = { severity: 'invalid', ...detailOf(timestamp) } as const
    result.reasons.push(isOther ? reason('digest-mismatch') : reason('timestamp-invalid', wrong))
    return
  }
  if (formatted.integrity === 'unclear') formatted.integrity = timestamp.integrity
  if (timestamp.proven && formatted.integrity === 'intact') result.provenTime = timestamp.said
  if (timestamp.problem === 'chain-untrusted') result.reasons.push(reason('chain-untrusted'))
  else if (!timestamp.proven) {
    result.reasons.push(reason('timestamp-invalid', { severity: 'indeterminate', ...detailOf(timestamp) }))
  }
}

/** Why a time-stamp proves nothing. */
export function detailOf({ problem }: TimestampResult): { detail?: string } {
  return problem === undefined ? {} : { detail: problem }
}
