import type { Budget } from '@moqi/pdf/limits'
import type { TrustPool } from '@moqi/trust/chains/build-chain'
import type { RevocationData } from '@moqi/trust/revocation/revocation'
import type { ProvenTime } from '@moqi/trust/timestamp/read-token-info'
import type { TimestampResult } from '../trust/check-timestamp.ts'
import type { RangeDigest } from './range-digest.ts'
import type { Reason } from '../reasons/reasons.ts'
import type { Identity, RevocationPolicy } from '../trust/judge-identity.ts'

/** Roots, certificates and revocation data to judge with; `now` in milliseconds. */
export interface TrustContext {
  pool: TrustPool
  revocation: RevocationData
  policy: RevocationPolicy
  now: number
  digests: RangeDigest
  budget: Budget
}

/** What time-stamps and certificates say of one signature. */
export interface TrustedSignature {
  /** Over the signature value, or the document time-stamp itself. */
  timestamp: TimestampResult | undefined
  /** Earliest proven time, or undefined. */
  provenTime: ProvenTime | undefined
  /** The time-stamp that proves it, this one or a later one over the document. */
  prover?: TimestampResult | undefined
  identity: Identity | undefined
  /** /M contradicts the proof. */
  contradictory: boolean
  reasons: Reason[]
}
