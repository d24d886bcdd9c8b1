import { attemptDer, readable } from '@moqi/trust/asn1/read-der'
import { commonName, nameLine, readCertificate } from '@moqi/trust/chains/certificate'
import type { Identity } from '@moqi/verify/judge-identity'
import { afterTimestamp, type SealJudgement } from '@moqi/verify/judge-seal-signature'
import type { Reason } from '@moqi/verify/reasons'
import { type CertificateSummary, outcomeOf, type SignatureVerdict } from '@moqi/verify/verdict'
import type { OfdTrust, SealReport } from './judge-seal.ts'

type SealFacts = Pick<
  SignatureVerdict,
  | 'signerName'
  | 'signTime'
  | 'timestampTime'
  | 'timestampAccuracy'
  | 'timestampAuthority'
  | 'certificate'
  | 'algorithm'
  | 'identity'
  | 'time'
  | 'level'
  | 'certificateStatus'
  | 'ownPlatform'
>

/** What a report shows of a seal; `reasons` are all that are known of its signature. */
export function sealFacts({ judgement, identity }: SealReport, reasons: readonly Reason[], trust: OfdTrust): SealFacts {
  const { signature, signer, isOlder } = judgement
  const own = readable(trust.ownRoots ?? [], readCertificate)
  const root = identity.trusted ? identity.path.at(-1) : undefined
  return {
    signerName: attemptDer(() => commonName(signer.subject)) ?? signature.seal.info.name,
    signTime: signature.at.getTime(),
    ...timesOf(judgement),
    certificate: summary(judgement),
    algorithm: 'SM2 / SM3',
    identity: identityAxis(identity),
    time: timeAxis(judgement, reasons),
    level: isOlder ? 'SES-V1' : 'SES-V4',
    certificateStatus: identity.status,
    ownPlatform: root !== undefined && own.some(({ sha256 }) => sha256 === root.sha256),
  }
}

function timesOf({ timestamp }: SealJudgement) {
  const stamp = timestamp?.intact ? timestamp.said : undefined
  return {
    timestampTime: stamp?.time ?? null,
    ...(stamp && stamp.accuracy > 0 && { timestampAccuracy: stamp.accuracy }),
    timestampAuthority: timestamp?.authority ?? null,
  }
}

function identityAxis({ status, trusted, reasons }: Identity): SealFacts['identity'] {
  if (status === 'revoked') return 'revoked'
  return trusted && outcomeOf(reasons) === 'valid' ? 'confirmed' : 'unconfirmed'
}

function timeAxis({ provenAt, problems }: SealJudgement, reasons: readonly Reason[]): SealFacts['time'] {
  if (reasons.some(({ code }) => code === 'claimed-time-contradicts')) return 'contradictory'
  if (problems.some(({ detail }) => detail === afterTimestamp)) return 'contradictory'
  return provenAt ? 'proven' : 'claimed'
}

function summary({ signer }: SealJudgement): CertificateSummary {
  return {
    subject: attemptDer(() => nameLine(signer.subject)) ?? '',
    issuer: attemptDer(() => nameLine(signer.issuer)) ?? '',
    serialNumber: signer.serial.toString('hex').toUpperCase(),
    notBefore: signer.notBefore,
    notAfter: signer.notAfter,
  }
}
