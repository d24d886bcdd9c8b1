import { checkTimestamp, type TimestampResult } from './trust/check-timestamp.ts'
import { digestOf } from '@moqi/trust/cms/check-signature'
import { checkSigner, type SignerResult } from './trust/check-signer.ts'
import { DerFault, readable } from '@moqi/trust/asn1/read-der'
import { readSignedData, type SignedData, SignerCountFault } from '@moqi/trust/cms/read-signed-data'
import type { TrustPool } from '@moqi/trust/chains/build-chain'
import { latestOf, type ProvenTime } from '@moqi/trust/timestamp/read-token-info'
import { type Certificate, commonName, readCertificate } from '@moqi/trust/chains/certificate'
import { judgeIdentity } from './trust/judge-identity.ts'
import { readOcspResponse } from '@moqi/trust/revocation/ocsp-response'
import type { RevocationData } from '@moqi/trust/revocation/revocation'
import { readRevocationList } from '@moqi/trust/revocation/revocation-list'
import { attempt } from './structure/attempt.ts'

const timestampAttribute = '1.2.840.113549.1.9.16.2.14'
const data = new Set(['1.2.840.113549.1.7.1', '1.2.156.10197.6.1.4.2.1'])

/** What a detached signature is judged with; everything in DER, `now` in ms. */
export interface DetachedTrust {
  roots: Buffer[]
  crls?: Buffer[]
  ocsps?: Buffer[]
  now: number
}

/** What a detached signature says. `problem` names what keeps it from being good. */
export interface DetachedVerdict {
  /** Value, digest and chain to a trusted root are right. */
  valid: boolean
  signer: string | null
  /** ms; what the time-stamp proves, null without a trusted one. */
  provenTime: number | null
  problem: string | null
}

/** Judges a detached CMS over `content`. Never throws for bad ones. */
export function checkDetached(cms: Buffer, content: Buffer, trust: DetachedTrust): DetachedVerdict {
  try {
    return judge(readSignedData(cms), content, trust)
  } catch (error) {
    if (!(error instanceof DerFault) && !(error instanceof SignerCountFault)) throw error
    return { valid: false, signer: null, provenTime: null, problem: error.message }
  }
}

function judge(signed: SignedData, content: Buffer, trust: DetachedTrust): DetachedVerdict {
  if (!data.has(signed.contentType) || signed.content) throw new DerFault('not a detached signature')
  const revocation = revocationOf(signed, trust)
  const signer = checkSigner(signed, { content: [content], contentType: signed.contentType, otherCertificates: [] })
  const roots = readable(trust.roots, readCertificate)
  const pool = { roots, candidates: signer.certificates }
  const stamp = stampOf(signed, { pool, revocation, at: trust.now, now: trust.now })
  const said = stamp?.proven ? stamp.said : undefined
  const problem =
    signerProblem(signer) ?? timeProblem(stamp) ?? identityProblem(signer, said, { pool, revocation, trust })
  return {
    valid: problem === null,
    signer: signer.certificate ? nameOf(signer.certificate) : null,
    provenTime: said ? latestOf(said) : null,
    problem,
  }
}

const timeProblem = (stamp: TimestampResult | undefined): string | null =>
  stamp?.proven ? null : (stamp?.problem ?? 'no time-stamp')

function signerProblem({ certificate, intact, reasons }: SignerResult): string | null {
  const fault = reasons.find(({ severity }) => severity === 'invalid' || severity === 'indeterminate')
  if (fault) return fault.code
  return certificate && intact ? null : 'signature'
}

function identityProblem(
  { certificate }: SignerResult,
  said: ProvenTime | undefined,
  { pool, revocation, trust }: { pool: TrustPool; revocation: RevocationData; trust: DetachedTrust },
): string | null {
  if (!certificate || !said) return 'signature'
  const { trusted, status } = judgeIdentity(certificate, pool, revocation, { ...said, proven: true, now: trust.now })
  if (!trusted) return 'chain-untrusted'
  return status === 'revoked' ? 'certificate-revoked' : null
}

const revocationOf = (signed: SignedData, { crls = [], ocsps = [] }: DetachedTrust) => ({
  lists: readable([...crls, ...signed.revocationLists], readRevocationList),
  responses: readable([...ocsps, ...signed.responses], readOcspResponse),
})

function stampOf(signed: SignedData, trust: Parameters<typeof checkTimestamp>[2]) {
  const token = signed.signer.unsigned.get(timestampAttribute)?.[0]
  return token && checkTimestamp(token.raw, (name) => digestOf(name, [signed.signer.value]), trust)
}

const nameOf = (certificate: Certificate): string | null => attempt(() => commonName(certificate.subject)) ?? null
