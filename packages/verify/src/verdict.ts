import { createHash } from 'node:crypto'
import type { Box } from '@moqi/pdf/page-geometry'
import type { Severity } from './reasons/reason-row.ts'
import type { Reason } from './reasons/reasons.ts'
import type { ChangedPage } from '@moqi/pdf/page-image/render-page'
import type { CertificateStatus } from './trust/judge-identity.ts'

/** What a file or a signature comes to (reference §1). */
export type FileVerdict = 'valid' | 'invalid' | 'indeterminate' | 'unsigned' | 'unreadable'

/** The verdict of one signature. */
export type SignatureOutcome = 'valid' | 'invalid' | 'indeterminate'

/** A certificate as a report shows it; times in milliseconds, serial number in upper-case hexadecimal. */
export interface CertificateSummary {
  subject: string
  issuer: string
  serialNumber: string
  notBefore: number
  notAfter: number
}

/** One signature with its four axes. Times in milliseconds since 1970, null when unknown. */
export interface SignatureVerdict {
  fieldName: string
  kind: 'approval' | 'certification' | 'timestamp'
  signerName: string
  /** Why it was made, as it says itself (/Reason); empty when it does not. */
  statedReason: string
  /** The claimed time /M, or the time of the token for a time-stamp. */
  signTime: number | null
  /** Time of the earliest intact time-stamp over the signature. */
  timestampTime: number | null
  /** How far that time may be off to either side, in milliseconds; absent when the time-stamp does not say. */
  timestampAccuracy?: number
  timestampAuthority: string | null
  certificate: CertificateSummary | null
  /** Such as `ECDSA / SHA-256`. */
  algorithm: string
  /** Page of the first widget from 1; null when it stands on none. */
  page: number | null
  box: Box | null
  /** Every page that it, its stamps or its cross-page seal are seen on, in order. */
  pages: number[]
  coverage: 'whole-file' | 'whole-revision' | 'partial'
  integrity: 'intact' | 'broken' | 'unclear'
  permission: 'as-signed' | 'allowed-changes' | 'forbidden-changes' | 'unclear'
  identity: 'confirmed' | 'unconfirmed' | 'revoked'
  time: 'proven' | 'claimed' | 'contradictory'
  /** PAdES level, or `PKCS7-…` for other formats. */
  level: string
  verdict: SignatureOutcome
  certificateStatus: CertificateStatus
  /** Its chain ends in one of the platform's own roots. */
  ownPlatform: boolean
  /** What later revisions changed, in sentences such as 第3页内容被替换. */
  changedAfterwards: string[]
  reasonArray: Reason[]
}

/** The answer of `verifyPdf`. */
export interface Verdict {
  verdict: FileVerdict
  /** File-level reasons first, then those of the signatures that are not there yet. */
  reasonArray: Reason[]
  /** In the order of signing. */
  signatureArray: SignatureVerdict[]
  /** Of a document of ours, whether all parties have signed that it has places for; absent of any other. */
  complete?: boolean
  /** SHA-256 of the file in hexadecimal. */
  sha256: string
  pageCount?: number
  revisionCount: number
  /** Pages that look different where they may not, and looks that are told of; only when pictures were asked for. */
  changedPages?: ChangedPage[]
}

/** The verdict on bytes of which nothing has been read yet. */
export const unreadVerdict = (bytes: Buffer): Verdict => ({
  verdict: 'unreadable',
  reasonArray: [],
  signatureArray: [],
  sha256: createHash('sha256').update(bytes).digest('hex'),
  revisionCount: 0,
})

const weights: Record<Severity, number> = { info: 0, warning: 1, indeterminate: 2, invalid: 3 }

/** The verdict reasons amount to: the worst one decides. */
export function outcomeOf(reasons: Reason[]): SignatureOutcome {
  if (reasons.some(({ severity }) => severity === 'invalid')) return 'invalid'
  return reasons.some(({ severity }) => severity === 'indeterminate') ? 'indeterminate' : 'valid'
}

/** Reasons without repetition, the weightiest first, else in the order given. */
export function foldReasons(reasons: Reason[]): Reason[] {
  const unique = new Map<string, Reason>()
  for (const one of reasons) {
    const key = `${one.code} ${one.detail ?? ''}`
    const known = unique.get(key)
    if (!known || weights[one.severity] > weights[known.severity]) unique.set(key, one)
  }
  return [...unique.values()].toSorted((one, other) => weights[other.severity] - weights[one.severity])
}
