import { isBrokenDigest } from '@moqi/trust/cms/check-signature'
import { checkSigner, type SignerResult } from './check-signer.ts'
import { DerFault } from '@moqi/trust/asn1/read-der'
import { readSignedData, type SignedData, SignerCountFault } from '@moqi/trust/cms/read-signed-data'
import {
  buildChain,
  isBeforeForgery,
  isWeakness,
  timestampUsage,
  type TrustPool,
  unknownCriticalExtension,
  weakLinks,
} from '@moqi/trust/chains/build-chain'
import type { Reason, ReasonCode } from '../reasons/reasons.ts'
import { latestOf, type ProvenTime, readTokenInfo, type TokenInfo } from '@moqi/trust/timestamp/read-token-info'
import { type Certificate, commonName } from '@moqi/trust/chains/certificate'
import {
  embeddedRevocation,
  joinRevocation,
  type RevocationData,
  revocationStatus,
} from '@moqi/trust/revocation/revocation'
import { revocationReasons } from '@moqi/trust/revocation/revocation-list'

/** TSTInfo (RFC 3161 2.4.2). */
const tokenInfoType = '1.2.840.113549.1.9.16.1.4'

/** A time-stamp token judged (T1). */
export interface TimestampResult {
  /** genTime and accuracy, when the token could be read. */
  said: ProvenTime | undefined
  /** Its authority warrants the order of its tokens. */
  ordered: boolean
  /** Who gave the time. */
  authority: string | undefined
  certificate: Certificate | undefined
  certificates: Certificate[]
  /** Certificates the token brings that cannot be read. */
  unreadable: number
  algorithm: string
  /** Whether the token covers the bytes and its signature is right; unclear where nobody here can tell. */
  integrity: 'intact' | 'broken' | 'unclear'
  /** It does, by algorithms that convince. */
  intact: boolean
  /** Intact, fit for its purpose, and from an authority whose root is trusted: proves the time. */
  proven: boolean
  /** Why it is not proven. */
  problem?: string
  /** What else is to be said of it. */
  remarks: ReasonCode[]
  path: Certificate[]
}

/** What an authority is judged by. */
export interface AuthorityTrust {
  pool: TrustPool
  revocation: RevocationData
  /** The next proof of existence after the token, else now (T6). Milliseconds. */
  at: number
  now: number
}

/**
 * T1: verifies a token over bytes whose digest `imprintOf` gives by hash name, and the authority's chain. Never throws
 * for bad tokens.
 */
export function checkTimestamp(
  token: Buffer,
  imprintOf: (name: string) => Buffer,
  trust: AuthorityTrust,
): TimestampResult {
  const result: TimestampResult = {
    said: undefined,
    ordered: false,
    authority: undefined,
    certificate: undefined,
    certificates: [],
    unreadable: 0,
    algorithm: '',
    integrity: 'broken',
    intact: false,
    proven: false,
    remarks: [],
    path: [],
  }
  try {
    const problem = judge(result, readSignedData(token), imprintOf, trust)
    if (problem === undefined) result.proven = true
    else result.problem = problem
  } catch (error) {
    if (!(error instanceof DerFault) && !(error instanceof SignerCountFault)) throw error
    result.problem = error.message
  }
  return result
}

function judge(
  result: TimestampResult,
  data: SignedData,
  imprintOf: (name: string) => Buffer,
  trust: AuthorityTrust,
): string | undefined {
  if (data.contentType !== tokenInfoType || !data.content) return 'no TSTInfo'
  const info = readTokenInfo(data.content)
  result.said = info.proven
  result.ordered = info.ordered
  const signer = checkSigner(data, {
    content: [data.content],
    contentType: tokenInfoType,
    otherCertificates: trust.pool.candidates,
  })
  const { certificate } = signer
  result.certificate = certificate
  result.certificates = signer.certificates
  result.unreadable = signer.unreadable
  result.algorithm = signer.algorithm
  if (certificate) result.authority = commonName(certificate.subject)
  const problem = contentProblem(result, info, signer, imprintOf) ?? weaknessOf(info, signer, trust)
  if (problem !== undefined || !certificate) return problem
  result.intact = true
  const candidates = [...trust.pool.candidates, ...signer.certificates]
  return authorityProblem(result, certificate, info.proven, {
    ...trust,
    pool: { candidates, roots: trust.pool.roots },
    revocation: joinRevocation(trust.revocation, embeddedRevocation(data)),
  })
}

/** What keeps the token from being over the bytes, or from being known to be (T2). */
function contentProblem(
  result: TimestampResult,
  { digest, imprint }: TokenInfo,
  signer: SignerResult,
  imprintOf: (name: string) => Buffer,
): string | undefined {
  const isKnown = digest !== undefined && !isBrokenDigest(digest)
  if (isKnown && !imprintOf(digest).equals(imprint)) return 'imprint does not match'
  const wrong = signer.reasons.find(({ severity, code }) => severity === 'invalid' && code !== 'algorithm-forbidden')
  if (wrong) return wrong.code
  result.integrity = isKnown && signer.intact ? 'intact' : 'unclear'
  if (!isKnown) return digest === undefined ? 'unknown imprint algorithm' : `imprint by ${digest}`
  return signer.intact ? undefined : (signer.reasons.find(weighs)?.code ?? 'signature')
}

const weighs = ({ severity }: Reason) => severity === 'invalid' || severity === 'indeterminate'

/** C7: a token that somebody might make today is none, unless it is older than any forgery. */
function weaknessOf({ digest, proven }: TokenInfo, signer: SignerResult, { at }: AuthorityTrust): string | undefined {
  const doubt = signer.reasons.filter(({ code }) => !isWeakness(code) || !isBeforeForgery(at)).find(weighs)
  if (doubt) return doubt.code
  if (signer.ess === 'none') return 'ess-missing'
  // Who has no two inputs of one imprint when the token is made finds no second one afterwards.
  const isSound = digest !== 'sha1' || isBeforeForgery(Math.min(latestOf(proven), at))
  return isSound ? undefined : ('digest-algorithm-weak' satisfies ReasonCode)
}

function authorityProblem(
  result: TimestampResult,
  certificate: Certificate,
  said: ProvenTime,
  trust: AuthorityTrust,
): string | undefined {
  const usage = timestampUsage(certificate)
  if (usage === 'unfit') return 'extended-key-usage'
  if (usage === 'lenient') result.remarks.push('timestamp-usage-not-critical')
  if (unknownCriticalExtension(certificate)) return 'unknown critical extension'
  if (said.time < certificate.notBefore || said.time > certificate.notAfter) return 'authority not valid at that time'
  const chain = buildChain(certificate, trust.pool, trust.at)
  result.path = chain.path
  if (chain.status === 'untrusted') return 'chain-untrusted'
  if (chain.status === 'invalid') return chain.detail
  const [weakness] = isBeforeForgery(trust.at) ? [] : weakLinks(chain.path)
  if (weakness) return weakness
  if (trust.at > certificate.notAfter) return 'authority expired'
  return isRevoked(chain.path, said, trust) ? 'authority revoked' : undefined
}

/** Revocations that leave what was signed before them as it is (RFC 3161 4): the key was not in other hands. */
const harmless = new Set<number>([
  revocationReasons.affiliationChanged,
  revocationReasons.superseded,
  revocationReasons.cessationOfOperation,
])

/** T6, T7: whether the authority, or one above it, was revoked before the proof that its token existed. */
function isRevoked(path: Certificate[], said: ProvenTime, { revocation, at, now }: AuthorityTrust): boolean {
  return path.slice(0, -1).some((certificate, index) => {
    const issuer = path[index + 1]
    const state = issuer && revocationStatus(certificate, issuer, revocation, { time: at, now })
    if (state?.status !== 'revoked') return false
    return state.revocations.some((one) => one.at <= at && (!harmless.has(one.reason) || one.at <= latestOf(said)))
  })
}
