import { digestName } from './cms/algorithms.ts'
import { checkSigner } from './cms/check-signer.ts'
import { childrenIn, childrenOf, DerFault, octetsOf, oidOf, readDer, tags, timeOf } from './cms/der.ts'
import { readSignedData, type SignedData, SignerCountFault } from './cms/signed-data.ts'
import { buildChain, type TrustPool, unknownCriticalExtension } from './trust/build-chain.ts'
import { type Certificate, commonName } from './trust/certificate.ts'
import { timestampUsage } from './trust/usage.ts'

/** TSTInfo (RFC 3161 2.4.2). */
const tokenInfoType = '1.2.840.113549.1.9.16.1.4'

/** A time-stamp token judged (T1). Times in milliseconds. */
export interface TimestampResult {
  /** genTime, when the token could be read. */
  time: number | undefined
  /** Who gave the time. */
  authority: string | undefined
  certificate: Certificate | undefined
  certificates: Certificate[]
  /** Certificates the token brings that cannot be read. */
  unreadable: number
  algorithm: string
  /** The token covers the bytes and its signature is right. */
  intact: boolean
  /** Intact, fit for its purpose, and from an authority whose root is trusted: proves the time. */
  proven: boolean
  /** Why it is not proven. */
  problem?: string
  path: Certificate[]
}

interface TokenInfo {
  digest: string | undefined
  imprint: Buffer
  time: number
}

/**
 * T1: verifies a token over bytes whose digest `imprintOf` gives by hash name. The authority's chain is judged at
 * `at` milliseconds: the next proof of existence after it, else now (T6). Never throws for bad tokens.
 */
export function checkTimestamp(
  token: Buffer,
  imprintOf: (name: string) => Buffer,
  pool: TrustPool,
  at: number,
): TimestampResult {
  const result: TimestampResult = {
    time: undefined,
    authority: undefined,
    certificate: undefined,
    certificates: [],
    unreadable: 0,
    algorithm: '',
    intact: false,
    proven: false,
    path: [],
  }
  try {
    const problem = judge(result, readSignedData(token), imprintOf, { pool, at })
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
  { pool, at }: { pool: TrustPool; at: number },
): string | undefined {
  if (data.contentType !== tokenInfoType || !data.content) return 'no TSTInfo'
  const info = readTokenInfo(data.content)
  result.time = info.time
  const signer = checkSigner(data, {
    content: [data.content],
    contentType: tokenInfoType,
    otherCertificates: pool.candidates,
  })
  const { certificate } = signer
  result.certificate = certificate
  result.certificates = signer.certificates
  result.unreadable = signer.unreadable
  result.algorithm = signer.algorithm
  if (certificate) result.authority = commonName(certificate.subject)
  if (!info.digest) return 'unknown imprint algorithm'
  if (!imprintOf(info.digest).equals(info.imprint)) return 'imprint does not match'
  const worst = signer.reasons.find(({ severity }) => severity === 'invalid' || severity === 'indeterminate')
  if (!signer.intact || !certificate) return worst?.code ?? 'signature'
  if (worst) return worst.code
  if (signer.ess === 'none') return 'ess-missing'
  result.intact = true
  return authorityProblem(
    result,
    certificate,
    { candidates: [...pool.candidates, ...signer.certificates], roots: pool.roots },
    at,
  )
}

function authorityProblem(
  result: TimestampResult,
  certificate: Certificate,
  pool: TrustPool,
  at: number,
): string | undefined {
  if (timestampUsage(certificate) === 'unfit') return 'extended-key-usage'
  if (unknownCriticalExtension(certificate)) return 'unknown critical extension'
  const time = result.time ?? 0
  if (time < certificate.notBefore || time > certificate.notAfter) return 'authority not valid at that time'
  const chain = buildChain(certificate, pool, at)
  result.path = chain.path
  if (chain.status === 'trusted') return at > certificate.notAfter ? 'authority expired' : undefined
  return chain.status === 'untrusted' ? 'chain-untrusted' : chain.detail
}

function readTokenInfo(bytes: Buffer): TokenInfo {
  const [version, policy, imprint, serial, time] = childrenIn(readDer(bytes), tags.sequence)
  if (version?.content[0] !== 1 || serial?.tag !== tags.integer) throw new DerFault('TSTInfo')
  oidOf(policy)
  const [algorithm, hash] = childrenIn(imprint, tags.sequence)
  if (time?.tag !== tags.generalizedTime) throw new DerFault('genTime')
  const digest = digestName(oidOf(childrenOf(algorithm ?? time)[0]))
  return { digest, imprint: octetsOf(hash), time: timeOf(time) }
}
