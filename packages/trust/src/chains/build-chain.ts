import { type AlgorithmReason, weaknessOf } from '../cms/check-signature.ts'
import { basicConstraints, type Certificate, extendedKeyUsage, extensionIds, hasKeyUsage } from './certificate.ts'
import { policyProblem } from './certificate-policies.ts'
import { isSelfIssued, nameNotPermitted } from './name-constraints.ts'
import { isSignedBy } from './signed-by.ts'

/** What path building found: a path from the leaf to a configured root, or why there is none (T5). */
export type ChainResult =
  | { status: 'trusted'; path: Certificate[] }
  | { status: 'untrusted'; path: Certificate[] }
  | ({ status: 'invalid'; path: Certificate[] } & PathProblem)

/** What keeps a path that reaches a root from being one to trust. */
interface PathProblem {
  code: 'chain-invalid' | 'name-not-permitted'
  detail: string
}

/** Certificates offered by the file, and the roots the operator configured. */
export interface TrustPool {
  candidates: Certificate[]
  roots: Certificate[]
}

const maximalLength = 8
const maximalAttempts = 200

/** Issuer's other names, places of revocation lists, and nocheck: read elsewhere, or without any effect on a path. */
const understood = new Set<string>([
  ...Object.values(extensionIds),
  '2.5.29.18',
  '2.5.29.31',
  '2.5.29.46',
  '1.3.6.1.5.5.7.48.1.5',
])

/**
 * T5 (RFC 5280 6): a path to a configured root only; roots that the file brings are never trusted.
 * `at` is the proven or present time in milliseconds at which every certificate above the leaf must be valid.
 */
export function buildChain(leaf: Certificate, pool: TrustPool, at: number): ChainResult {
  const state: Search = { pool, at, strict: true, attempts: 0, longest: [leaf] }
  const path = extend(state, [leaf])
  if (path) return { status: 'trusted', path }
  // Only a path that does reach a root, but fails a check, is invalid; any other is merely unknown.
  const lax = extend({ ...state, strict: false, attempts: 0 }, [leaf])
  if (lax) return { status: 'invalid', path: lax, ...(state.problem ?? failed('path')) }
  return { status: 'untrusted', path: state.longest }
}

interface Search {
  pool: TrustPool
  at: number
  /** Whether issuers must pass the checks, not only have signed. */
  strict: boolean
  attempts: number
  longest: Certificate[]
  problem?: PathProblem
}

function extend(state: Search, path: Certificate[]): Certificate[] | undefined {
  const last = path.at(-1)
  if (!last || path.length > maximalLength) return undefined
  if (path.length > state.longest.length) state.longest = path
  if (state.pool.roots.some((root) => root.sha256 === last.sha256) && isSound(state, path)) return path
  const issuers = [...state.pool.roots, ...state.pool.candidates].filter((one) => one.subject.equals(last.issuer))
  for (const issuer of issuers) {
    if (path.some((one) => one.sha256 === issuer.sha256)) continue
    state.attempts += 1
    if (state.attempts > maximalAttempts) return undefined
    const found = mayIssue(state, issuer, path) ? extend(state, [...path, issuer]) : undefined
    if (found) return found
  }
  return undefined
}

function mayIssue(state: Search, issuer: Certificate, path: Certificate[]): boolean {
  const last = path.at(-1)
  if (!last || !isSignedBy(last, issuer)) return false
  // RFC 5280 4.2.1.9: authorities that issued to themselves do not count.
  const below = path.slice(1).filter((one) => !isSelfIssued(one)).length
  const detail = state.strict ? issuerProblem(issuer, below, state.at) : undefined
  if (detail !== undefined) state.problem ??= failed(detail)
  return detail === undefined
}

const failed = (detail: string): PathProblem => ({ code: 'chain-invalid', detail })

/** T5: what only shows on the path as a whole. */
function isSound(state: Search, path: Certificate[]): boolean {
  const problem = state.strict ? wholeProblem(path) : undefined
  if (problem) state.problem ??= problem
  return problem === undefined
}

function wholeProblem(path: Certificate[]): PathProblem | undefined {
  const name = nameNotPermitted(path)
  if (name !== undefined) return { code: 'name-not-permitted', detail: name }
  const policies = policyProblem(path)
  return policies === undefined ? undefined : failed(policies)
}

function issuerProblem(issuer: Certificate, below: number, at: number): string | undefined {
  const { authority, pathLength } = basicConstraints(issuer)
  if (!authority) return 'issuer is no certification authority'
  if (pathLength !== undefined && below > pathLength) return 'path longer than the issuer allows'
  if (!hasKeyUsage(issuer, 5)) return 'issuer must not sign certificates'
  if (at < issuer.notBefore || at > issuer.notAfter) return 'issuer not valid at that time'
  return unknownCriticalExtension(issuer) ? 'unknown critical extension' : undefined
}

/** RFC 5280 4.2: a critical extension that is not understood makes the certificate unusable. */
export function unknownCriticalExtension(certificate: Certificate): boolean {
  return [...certificate.extensions].some(([oid, { critical }]) => critical && !understood.has(oid))
}

/** id-kp-OCSPSigning. */
export const responderPurpose = '1.3.6.1.5.5.7.3.9'
/** id-kp-timeStamping. */
const timeStamping = '1.3.6.1.5.5.7.3.8'

/** Purposes that fit a signature on a document (T9). */
const signingPurposes = new Set([
  '2.5.29.37.0',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.2',
  '1.3.6.1.5.5.7.3.36',
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
])
/** Purposes that, alone, contradict one. */
const otherPurposes = new Set(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.3', responderPurpose, timeStamping])

/** T9: what keeps a certificate from signing documents. */
export function signingUsage(certificate: Certificate): 'key-usage-not-signing' | 'extended-key-usage' | undefined {
  if (!hasKeyUsage(certificate, 0) && !hasKeyUsage(certificate, 1)) return 'key-usage-not-signing'
  const purposes = extendedKeyUsage(certificate)?.purposes
  if (!purposes || purposes.some((purpose) => signingPurposes.has(purpose))) return undefined
  return purposes.every((purpose) => otherPurposes.has(purpose)) ? 'extended-key-usage' : undefined
}

/** T1: exactly time-stamping, critical; 'lenient' when only the flag is missing. */
export function timestampUsage(certificate: Certificate): 'fits' | 'lenient' | 'unfit' {
  const usage = extendedKeyUsage(certificate)
  if (usage?.purposes.length !== 1 || usage.purposes[0] !== timeStamping) return 'unfit'
  return usage.critical ? 'fits' : 'lenient'
}

/** C7: until then nobody is known to have forged by SHA-1 or a short RSA key. */
const forgeableFrom = Date.UTC(2017, 0, 1)

const weaknesses = new Set<string>(['algorithm-weak', 'digest-algorithm-weak'] satisfies AlgorithmReason[])

/** Whether a reason says that somebody might forge today. */
export const isWeakness = (code: string): boolean => weaknesses.has(code)

/** Whether what existed then (ms) is no forgery, however weak it is today. */
export const isBeforeForgery = (at: number): boolean => at < forgeableFrom

/** C7: what makes the signatures of a path weak; that of a root on itself proves nothing anyway. */
export function weakLinks(path: Certificate[]): AlgorithmReason[] {
  const found = path.slice(0, -1).flatMap((certificate, index) => {
    const key = path[index + 1]?.key
    return key ? weaknessOf(certificate.signatureAlgorithm, key) : []
  })
  return [...new Set(found)].filter(isWeakness)
}
