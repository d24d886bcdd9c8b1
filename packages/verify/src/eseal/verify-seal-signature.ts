import { digest, isSm2 } from '@moqi/trust/cms/keys'
import { DerFault, readable } from '@moqi/trust/asn1/read-der'
import { verifySm2 } from '@moqi/trust/sm2/sm2-signature'
import { checkTimestamp, type TimestampResult } from '../trust/check-timestamp.ts'
import { digestOf } from '@moqi/trust/cms/check-signature'
import { latestOf } from '@moqi/trust/timestamp/read-token-info'
import { buildChain, signingUsage, type TrustPool } from '@moqi/trust/chains/build-chain'
import { type Certificate, readCertificate } from '@moqi/trust/chains/certificate'
import { revocationStatus } from '@moqi/trust/revocation/revocation'
import { readRevocationList, type RevocationList } from '@moqi/trust/revocation/revocation-list'
import { isOldSealSignature, readOldSealSignature } from '@moqi/trust/eseal/old-seal'
import { readSealSignature, signedContent, signedPart, sm2WithSm3, type SealSignature } from '@moqi/trust/eseal/seal'

/** What the registry that keeps a seal says of it. */
export type SealStatus = 'active' | 'suspended' | 'cancelled' | 'unknown'

/** What to judge with. Certificates and revocation lists are DER. */
export interface SealVerifyOptions {
  /** SM3 of the protected bytes, worked out from the document by the caller. */
  dataHash: Buffer
  trustedRoots: Buffer[]
  /** Issuers between roots and the certificates of maker and signer: the structure has no place for them. */
  issuers?: Buffer[]
  crls?: Buffer[]
  now: Date
  /** Status by the seal's number; unknown when absent. */
  statusOf?: (sealId: string) => SealStatus
  /** Takes the older GM/T 0031 (version 1) too, as OFD files in use have it. */
  olderToo?: boolean
}

/** The steps of GB/T 38540-2020, in the order printed there. */
export const sealSteps = [
  'structure',
  'seal-signature',
  'maker-certificate',
  'seal-validity',
  'seal-status',
  'signature-algorithm',
  'signer-listed',
  'signer-certificate',
  'data-hash',
  'signature-value',
  'timestamp',
] as const

/** One of these steps. */
export type SealStep = (typeof sealSteps)[number]

/** Valid, or the first step that failed and why. `unknowns` names what could neither be confirmed nor refuted. */
export type SealVerdict =
  | { valid: true; signature: SealSignature; unknowns: string[]; provenAt?: Date }
  | { valid: false; step: SealStep; detail: string; signature?: SealSignature }

/** What every step said, for whoever has to tell what is intact from what is unknown. */
export interface SealJudgement {
  signature: SealSignature
  /** It is of version 1 (GM/T 0031). */
  isOlder: boolean
  maker: Certificate
  signer: Certificate
  /** In the order of the steps. */
  problems: { step: SealStep; detail: string }[]
  unknowns: string[]
  timestamp?: TimestampResult
  provenAt?: Date
}

interface Case {
  signature: SealSignature
  isOlder: boolean
  /** The very bytes that maker and signer signed. */
  signedBytes: { seal: Buffer; content: Buffer }
  maker: Certificate
  signer: Certificate
  pool: TrustPool
  lists: RevocationList[]
  options: SealVerifyOptions
  unknowns: Set<string>
  timestamp?: TimestampResult
  provenAt?: Date
}

/** The detail of a time-stamp that is older than the time claimed. */
export const afterTimestamp = 'claimed time after the time-stamp'

/** A clock may be this much ahead of the time-stamp's, in milliseconds. */
const clockTolerance = 5 * 60_000

/** Verifies SES_Signature (DER) step by step, up to the first that fails. Never throws for bad bytes, no network. */
export function verifySealSignature(bytes: Buffer, options: SealVerifyOptions): SealVerdict {
  const opened = open(bytes, options)
  if (typeof opened === 'string') return { valid: false, step: 'structure', detail: opened }
  const { signature, unknowns } = opened
  for (const step of sealSteps) {
    const detail = step === 'structure' ? undefined : take(step, opened)
    if (detail !== undefined) return { valid: false, step, detail, signature }
  }
  const { provenAt } = opened
  return { valid: true, signature, unknowns: [...unknowns], ...(provenAt ? { provenAt } : {}) }
}

/**
 * Takes every step, whether the one before failed or not; of bytes that cannot be read the reason alone. Never throws
 * for bad bytes, no network.
 */
export function judgeSealSignature(bytes: Buffer, options: SealVerifyOptions): SealJudgement | string {
  const opened = open(bytes, options)
  if (typeof opened === 'string') return opened
  const problems = sealSteps.flatMap((step) => {
    const detail = step === 'structure' ? undefined : take(step, opened)
    return detail === undefined ? [] : [{ step, detail }]
  })
  const { signature, isOlder, maker, signer, unknowns, timestamp, provenAt } = opened
  return {
    signature,
    isOlder,
    maker,
    signer,
    problems,
    unknowns: [...unknowns],
    ...(timestamp && { timestamp }),
    ...(provenAt && { provenAt }),
  }
}

/** Certificates are opened as far as a step needs; what cannot be read fails the step. */
function take(step: Exclude<SealStep, 'structure'>, one: Case): string | undefined {
  try {
    return checks[step](one)
  } catch (error) {
    if (error instanceof DerFault) return error.message
    throw error
  }
}

function open(bytes: Buffer, options: SealVerifyOptions): Case | string {
  try {
    const { signature, isOlder, signedBytes } = readEither(bytes, options.olderToo === true)
    const critical = [...signature.extensions, ...signature.seal.info.extensions].find((one) => one.critical)
    if (critical) return `critical extension ${critical.id}`
    return {
      signature,
      isOlder,
      signedBytes,
      maker: readCertificate(signature.seal.certificate),
      signer: readCertificate(signature.certificate),
      pool: { roots: readAll(options.trustedRoots), candidates: readAll(options.issuers) },
      lists: readable(options.crls ?? [], readRevocationList),
      options,
      unknowns: new Set(),
    }
  } catch (error) {
    if (error instanceof DerFault) return error.message
    throw error
  }
}

function readEither(bytes: Buffer, olderToo: boolean): Pick<Case, 'signature' | 'isOlder' | 'signedBytes'> {
  if (olderToo && isOldSealSignature(bytes)) {
    const signature = readOldSealSignature(bytes)
    return { signature, isOlder: true, signedBytes: { seal: signature.sealPart, content: signature.contentPart } }
  }
  const signature = readSealSignature(bytes)
  const signedBytes = { seal: signedPart(signature.seal), content: signedContent(signature) }
  return { signature, isOlder: false, signedBytes }
}

function readAll(certificates: Buffer[] = []): Certificate[] {
  return readable(certificates, readCertificate)
}

/** What is wrong at each step, or undefined. */
const checks: Record<Exclude<SealStep, 'structure'>, (one: Case) => string | undefined> = {
  'seal-signature': ({ signature: { seal }, signedBytes, maker }) => {
    if (!seal.algorithm.equals(sm2WithSm3)) return 'algorithm'
    return isSignedBy(maker, signedBytes.seal, seal.signature) ? undefined : 'value'
  },
  'maker-certificate': (one) => certificateProblem(one, one.maker, one.signature.seal.info.createdAt),
  'seal-validity': ({ signature: { seal, at } }) => {
    const { validFrom, validTo } = seal.info
    if (at < validFrom) return `not before ${validFrom.toISOString()}`
    return at > validTo ? `not after ${validTo.toISOString()}` : undefined
  },
  'seal-status': ({ signature: { seal }, options, unknowns }) => {
    const status = options.statusOf?.(seal.info.id) ?? 'unknown'
    if (status === 'unknown') unknowns.add('seal-status')
    return status === 'suspended' || status === 'cancelled' ? status : undefined
  },
  'signature-algorithm': ({ signature }) => (signature.algorithm.equals(sm2WithSm3) ? undefined : 'algorithm'),
  'signer-listed': ({ signature }) => (isListed(signature) ? undefined : 'the seal does not name this certificate'),
  'signer-certificate': (one) => certificateProblem(one, one.signer, one.signature.at),
  'data-hash': ({ signature, options }) => (signature.dataHash.equals(options.dataHash) ? undefined : 'other bytes'),
  'signature-value': ({ signature, signedBytes, signer }) =>
    isSignedBy(signer, signedBytes.content, signature.signature) ? undefined : 'value',
  timestamp: timestampProblem,
}

function isSignedBy({ key }: Certificate, signed: Buffer, value: Buffer): boolean {
  return key !== undefined && isSm2(key) && verifySm2(key, signed, value)
}

function isListed({ seal, certificate }: SealSignature): boolean {
  const { signers } = seal.info
  if (signers.kind === 'certificates') return signers.certificates.some((one) => one.equals(certificate))
  const sm3 = digest('SM3', certificate)
  return signers.digests.some(({ type, value }) => type.toUpperCase() === 'SM3' && value.equals(sm3))
}

/** Validity, usage, chain and revocation at the time it was used. */
function certificateProblem(one: Case, certificate: Certificate, used: Date): string | undefined {
  const at = used.getTime()
  if (at < certificate.notBefore || at > certificate.notAfter) return 'certificate not valid at that time'
  const misuse = signingUsage(certificate)
  if (misuse) return misuse
  const chain = buildChain(certificate, one.pool, at)
  if (chain.status === 'trusted') return revocationProblem(one, chain.path, at)
  return chain.status === 'invalid' ? chain.detail : 'chain-untrusted'
}

function revocationProblem({ lists, options, unknowns }: Case, path: Certificate[], at: number): string | undefined {
  const times = { time: at, now: options.now.getTime() }
  for (const [index, issuer] of path.slice(1).entries()) {
    const below = path[index]
    const state = below && revocationStatus(below, issuer, { lists, responses: [] }, times)
    if (state?.status === 'revoked' && state.revocations.some((one) => one.at <= at)) return 'certificate-revoked'
    if (state?.status === 'stale' || state?.status === 'unknown') unknowns.add(`revocation-${state.status}`)
  }
  return undefined
}

/** The time-stamp is over the signature's value; without one the time is the signer's word. */
function timestampProblem(one: Case): string | undefined {
  const { signature, pool, lists } = one
  if (!signature.timestamp) {
    one.unknowns.add('timestamp-missing')
    return undefined
  }
  const imprint = (name: string) => digestOf(name, [signature.signature])
  const now = one.options.now.getTime()
  const trust = { pool, revocation: { lists, responses: [] }, at: now, now }
  one.timestamp = checkTimestamp(signature.timestamp, imprint, trust)
  const { proven, problem, said } = one.timestamp
  if (!proven || said === undefined) return problem ?? 'not proven'
  one.provenAt = new Date(latestOf(said))
  return signature.at.getTime() > latestOf(said) + clockTolerance ? afterTimestamp : undefined
}
