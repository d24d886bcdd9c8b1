import { commonName, readCertificate } from '@moqi/trust/chains/certificate'
import { attemptDer, readable } from '@moqi/trust/asn1/read-der'
import { readRevocationList } from '@moqi/trust/revocation/revocation-list'
import { readOcspResponse } from '@moqi/trust/revocation/ocsp-response'
import { type Identity, judgeIdentity } from '@moqi/verify/judge-identity'
import { judgeSealSignature, type SealJudgement, type SealStep } from '@moqi/verify/judge-seal-signature'
import { type Reason, reason } from '@moqi/verify/reasons'
import type { VerifyOptions } from '@moqi/verify/verify-pdf'
import { digestOf } from '@moqi/trust/cms/check-signature'

/** What to judge with, as for PDF. */
export type OfdTrust = Pick<VerifyOptions, 'trustedRoots' | 'ownRoots' | 'crls' | 'ocsps' | 'revocationPolicy' | 'now'>

/** What an electronic seal comes to. */
export interface SealReport {
  judgement: SealJudgement
  identity: Identity
  reasons: Reason[]
  integrity: 'intact' | 'broken' | 'unclear'
}

const tolerance = 5 * 60_000

/** Judges SignedValue.dat over the bytes of Signature.xml. Of what is no SES_Signature the reason alone. */
export function judgeSeal(
  value: Buffer,
  signed: { bytes: Buffer; file: string },
  trust: OfdTrust,
): SealReport | string {
  const judgement = judgeSealSignature(value, {
    dataHash: digestOf('sm3', [signed.bytes]),
    trustedRoots: trust.trustedRoots,
    crls: trust.crls ?? [],
    now: trust.now,
    olderToo: true,
  })
  if (typeof judgement === 'string') return judgement
  const identity = identityOf(judgement, trust)
  const reasons = [
    ...judgement.problems.flatMap(({ step, detail }) => stepReasons(step, detail, signed.file)),
    ...identity.reasons,
    ...timeReasons(judgement, trust.now.getTime()),
  ]
  if (!reasons.some(({ code }) => code.startsWith('eseal-'))) reasons.push(sealReason(judgement))
  const steps = new Set(judgement.problems.map(({ step }) => step))
  const isBroken = steps.has('data-hash') || steps.has('signature-value')
  const integrity = steps.has('signature-algorithm') ? 'unclear' : isBroken ? 'broken' : 'intact'
  return { judgement, identity, reasons, integrity }
}

function identityOf({ signer, signature, provenAt, timestamp }: SealJudgement, trust: OfdTrust): Identity {
  const now = trust.now.getTime()
  const roots = readable(trust.trustedRoots, readCertificate)
  const revocation = {
    lists: readable(trust.crls ?? [], readRevocationList),
    responses: readable(trust.ocsps ?? [], readOcspResponse),
  }
  const said = provenAt && timestamp?.said
  const when = { ...(said ?? { time: now, accuracy: 0 }), proven: said !== undefined, now }
  const identity = judgeIdentity(signer, { roots, candidates: [] }, revocation, when, trust.revocationPolicy)
  const at = signature.at.getTime()
  // GB/T 38540-2020 wants the certificate to have been valid at the time that the signature names.
  if (at < signer.notBefore || at > signer.notAfter) {
    identity.reasons.push(reason('eseal-invalid', { detail: '签章时间不在签章人证书的有效期内' }))
  }
  return identity
}

const sealFaults: Partial<Record<SealStep, string>> = {
  'seal-signature': '印章数据不是制作者签发的原样',
  'seal-validity': '签章时间不在印章的有效期内',
  'signer-listed': '印章没有授权该证书使用',
}

function stepReasons(step: SealStep, detail: string, file: string): Reason[] {
  switch (step) {
    case 'data-hash':
      return [reason('digest-mismatch', { detail: file })]
    case 'signature-value':
      return [reason('signature-value-wrong')]
    case 'signature-algorithm':
      return [reason('algorithm-unsupported')]
    case 'maker-certificate':
      if (detail === 'chain-untrusted')
        return [reason('eseal-unconfirmed', { detail: '制作者的证书颁发者不在信任列表中' })]
      return [reason('eseal-invalid', { detail: `制作者的证书不可用（${detail}）` })]
    case 'timestamp':
      return [detail === 'chain-untrusted' ? reason('timestamp-untrusted') : reason('timestamp-invalid', { detail })]
    // Told by the signer's identity, with the proofs of time that PDF has too.
    case 'signer-certificate':
      return []
    default:
      return [reason('eseal-invalid', { detail: sealFaults[step] ?? detail })]
  }
}

function timeReasons({ signature, timestamp }: SealJudgement, now: number): Reason[] {
  const reasons: Reason[] = timestamp ? [] : [reason('timestamp-missing')]
  if (signature.at.getTime() > now + tolerance) reasons.push(reason('claimed-time-contradicts'))
  return reasons
}

function sealReason({ signature: { seal }, maker }: SealJudgement): Reason {
  const made = attemptDer(() => commonName(maker.subject)) ?? ''
  return reason('eseal-valid', { detail: `${seal.info.name}，编号 ${seal.info.id}，制作 ${made}` })
}
