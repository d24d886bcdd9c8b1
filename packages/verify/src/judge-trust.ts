import type { TrustContext, TrustedSignature } from './signature/trusted-signature.ts'
import { type AuthorityTrust, checkTimestamp, type TimestampResult } from './trust/check-timestamp.ts'
import { digestOf } from '@moqi/trust/cms/check-signature'
import { DerFault, readable } from '@moqi/trust/asn1/read-der'
import { claimedTime } from './signature/claimed-time.ts'
import { detailOf, judgeDocumentTimestamp } from './judge-document-timestamp.ts'
import type { FormattedSignature } from './signature/judge-format.ts'
import { BudgetExceeded } from '@moqi/pdf/limits'
import { judgeSeals } from './eseal/judge-seals.ts'
import { reason } from './reasons/reasons.ts'
import { isBeforeForgery, isWeakness, type TrustPool, weakLinks } from '@moqi/trust/chains/build-chain'
import { type Certificate, readCertificate } from '@moqi/trust/chains/certificate'
import { judgeIdentity, type RevocationPolicy } from './trust/judge-identity.ts'
import { embeddedRevocation, joinRevocation } from '@moqi/trust/revocation/revocation'
import { earliestOf, latestOf, type ProvenTime } from '@moqi/trust/timestamp/read-token-info'
import { readOcspResponse } from '@moqi/trust/revocation/ocsp-response'
import { readRevocationList } from '@moqi/trust/revocation/revocation-list'
import type { SecurityStore } from './trust/security-store.ts'

/** id-aa-signatureTimeStampToken. */
const timestampAttribute = '1.2.840.113549.1.9.16.2.14'
/** T3: how far a claimed time may be behind a time-stamp that proves an earlier one. */
const tolerance = 5 * 60 * 1000

/** What the caller trusts. Certificates, revocation lists and OCSP responses are DER. */
export interface TrustOptions {
  /** Roots to which a chain must lead. */
  trustedRoots: Buffer[]
  crls?: Buffer[]
  ocsps?: Buffer[]
  /** What is made of certificates for which nobody answers; `contract` unless told otherwise. */
  revocationPolicy?: RevocationPolicy
  /** The present, against which certificates without proof of time are judged. */
  now: Date
}

/** Pool and revocation data out of the options and of what the file's security stores bring. */
export function trustContext(
  options: TrustOptions,
  stores: SecurityStore[],
  { digests, budget }: Pick<TrustContext, 'digests' | 'budget'>,
): TrustContext {
  const roots = readable(options.trustedRoots, readCertificate)
  const given = {
    lists: readable(options.crls ?? [], readRevocationList),
    responses: readable(options.ocsps ?? [], readOcspResponse),
  }
  return {
    pool: { roots, candidates: stores.flatMap((store) => store.certificates) },
    revocation: joinRevocation(given, ...stores),
    policy: options.revocationPolicy ?? 'contract',
    now: options.now.getTime(),
    digests,
    budget,
  }
}

/**
 * T1 to T9 for all signatures, the newest first: a document time-stamp is the proof of existence for everything
 * before it, its own chain being judged at the next one (T6).
 */
export function judgeTrust(signatures: FormattedSignature[], context: TrustContext): TrustedSignature[] {
  const results: TrustedSignature[] = []
  let proof: ProvenTime | undefined
  let prover: TimestampResult | undefined
  for (const formatted of signatures.toReversed()) {
    context.budget.checkTime()
    const trusted = judgeOne(formatted, context, proof)
    const { timestamp, provenTime } = trusted
    if (provenTime) trusted.prover = provenTime === timestamp?.said ? timestamp : prover
    if (formatted.kind === 'timestamp' && provenTime) [proof, prover] = [provenTime, timestamp]
    results.unshift(trusted)
  }
  checkOrder(results)
  return results
}

/** What goes wrong with one signature spoils that one only (§1). */
function judgeOne(
  formatted: FormattedSignature,
  context: TrustContext,
  proof: ProvenTime | undefined,
): TrustedSignature {
  const result: TrustedSignature = {
    timestamp: undefined,
    provenTime: undefined,
    identity: undefined,
    contradictory: false,
    reasons: [],
  }
  try {
    if (formatted.kind !== 'timestamp') return judgeSigner(formatted, context, proof)
    judgeDocumentTimestamp(formatted, result, {
      digests: context.digests,
      trust: authorityTrust(context, context.pool, proof),
    })
  } catch (error) {
    if (error instanceof BudgetExceeded) throw error
    const detail = error instanceof Error ? error.message : String(error)
    result.reasons.push(reason(error instanceof DerFault ? 'chain-invalid' : 'internal-error', { detail }))
  }
  return result
}

function judgeSigner(
  formatted: FormattedSignature,
  context: TrustContext,
  later: ProvenTime | undefined,
): TrustedSignature {
  const certificate = formatted.signer?.certificate
  const pool = withCertificates(context.pool, formatted.signer?.certificates ?? [])
  const timestamp = earliestTimestamp(formatted, authorityTrust(context, pool, later))
  const provenTime = earliestProof(timestamp, later)
  const revocation = joinRevocation(context.revocation, embeddedRevocation(formatted.data))
  const when = {
    ...(provenTime ?? { time: context.now, accuracy: 0 }),
    proven: provenTime !== undefined,
    now: context.now,
  }
  const identity = certificate && judgeIdentity(certificate, pool, revocation, when, context.policy)
  const result: TrustedSignature = {
    timestamp,
    provenTime,
    identity,
    contradictory: false,
    reasons: [...(identity?.reasons ?? []), ...judgeSeals(formatted, context)],
  }
  checkStrength(formatted, result, later)
  checkStamp(result)
  checkClaimedTime(formatted, result, certificate)
  return result
}

/** C7: a chain may be as weak as a signature; neither matters where it is proven to be older than any forgery. */
function checkStrength(formatted: FormattedSignature, result: TrustedSignature, later: ProvenTime | undefined): void {
  const { timestamp, identity } = result
  const proofs = [timestamp?.proven ? timestamp.said : undefined, later]
  if (proofs.some((proof) => proof && proof.digest !== 'sha1' && isBeforeForgery(latestOf(proof)))) {
    formatted.reasons = formatted.reasons.filter(({ code }) => !isWeakness(code))
  } else if (identity?.trusted) {
    result.reasons.push(...weakLinks(identity.path).map((code) => reason(code)))
  }
}

/** T1, T6: the time-stamp's chain is judged when the next one proves that it was there, else now. */
function authorityTrust(
  { revocation, now }: TrustContext,
  pool: TrustPool,
  later: ProvenTime | undefined,
): AuthorityTrust {
  return { pool, revocation, now, at: later ? latestOf(later) : now }
}

/** What was there first by the one was there no later by the other. */
function earliestProof(timestamp: TimestampResult | undefined, later: ProvenTime | undefined): ProvenTime | undefined {
  const own = timestamp?.proven ? timestamp.said : undefined
  if (!own || !later) return own ?? later
  return latestOf(own) <= latestOf(later) ? own : later
}

/** T2, T4: an invalid time-stamp is not an invalid signature, and none is no fault. */
function checkStamp({ timestamp, provenTime, identity, reasons }: TrustedSignature): void {
  if (!timestamp) reasons.push(reason(provenTime === undefined ? 'timestamp-missing' : 'document-timestamp-proves'))
  if (timestamp) reasons.push(...timestamp.remarks.map((code) => reason(code)))
  if (!timestamp || timestamp.proven) return
  const needed = identity?.reasons.some(({ code }) => code === 'certificate-expired-no-poe') === true
  const severity = needed ? 'indeterminate' : 'warning'
  if (timestamp.problem === 'chain-untrusted') reasons.push(reason('timestamp-untrusted', { severity }))
  else reasons.push(reason('timestamp-invalid', { severity, ...detailOf(timestamp) }))
}

function withCertificates(pool: TrustPool, certificates: Certificate[]): TrustPool {
  return { roots: pool.roots, candidates: [...certificates, ...pool.candidates] }
}

const until = ({ said }: TimestampResult) => (said ? latestOf(said) : 0)

/** Of several tokens over the signature value the earliest proven one, else the first. */
function earliestTimestamp(formatted: FormattedSignature, trust: AuthorityTrust): TimestampResult | undefined {
  const { data } = formatted
  const tokens = data?.signer.unsigned.get(timestampAttribute) ?? []
  const results = tokens
    .slice(0, 20)
    .map((token) => checkTimestamp(token.raw, (name) => digestOf(name, [data?.signer.value ?? token.raw]), trust))
  const proven = results.filter((result) => result.proven)
  return proven.toSorted((one, other) => until(one) - until(other))[0] ?? results[0]
}

/**
 * T3: whoever claims a time, in the dictionary or in an attribute, claims none that the proof or the certificate
 * denies.
 */
function checkClaimedTime(
  { found, signer }: FormattedSignature,
  result: TrustedSignature,
  certificate: Certificate | undefined,
): void {
  const latest = result.provenTime ? latestOf(result.provenTime) + tolerance : Infinity
  const claims = [claimedTime(found), signer?.signingTime]
  const isDenied = (claimed: number) => claimed > latest || claimed < (certificate?.notBefore ?? -Infinity)
  if (!claims.some((claimed) => claimed !== undefined && isDenied(claimed))) return
  result.contradictory = true
  result.reasons.push(reason('claimed-time-contradicts'))
}

/**
 * T3: later revisions carry later times, as far as accuracy and differing clocks let one say. One authority that
 * warrants the order of its tokens leaves no such room.
 */
function checkOrder(results: TrustedSignature[]): void {
  const before: TimestampResult[] = []
  for (const { timestamp, reasons } of results) {
    if (!timestamp?.intact) continue
    if (before.some((other) => contradicts(other, timestamp))) reasons.push(reason('timestamp-order'))
    before.push(timestamp)
  }
}

function contradicts(earlier: TimestampResult, later: TimestampResult): boolean {
  if (!earlier.said || !later.said) return false
  const isSame = earlier.certificate?.sha256 === later.certificate?.sha256
  if (isSame && earlier.ordered && later.ordered) return later.said.time < earlier.said.time
  return latestOf(later.said) + tolerance < earliestOf(earlier.said)
}
