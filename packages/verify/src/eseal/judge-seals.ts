import { digestName } from '@moqi/trust/cms/check-signature'
import { sealAttributeType, sealedRange } from '@moqi/trust/eseal/seal'
import { type SealVerdict, verifySealSignature } from './verify-seal-signature.ts'
import type { FormattedSignature } from '../signature/judge-format.ts'
import type { TrustContext } from '../signature/trusted-signature.ts'
import { type Reason, reason } from '../reasons/reasons.ts'
import { commonName, readCertificate } from '@moqi/trust/chains/certificate'
import { attempt } from '../structure/attempt.ts'

const messageDigest = '1.2.840.113549.1.9.4'
/** A signature brings the seals it shows, and seldom more than a few. */
const mostSeals = 20

/**
 * The electronic seals (GB/T 38540) in a signature: each is signed by its maker, used by the very signer of the PDF
 * signature, and over the very bytes of its /ByteRange. One reason a seal.
 */
export function judgeSeals(formatted: FormattedSignature, context: TrustContext): Reason[] {
  const { data, signer, integrity } = formatted
  const values = data?.signer.signed.get(sealAttributeType) ?? []
  const dataHash = signedDigest(formatted, context)
  // Of a signature that is broken nothing more is said: its attributes are nobody's word.
  if (values.length === 0 || integrity !== 'intact' || !dataHash) return []
  if (values.length > mostSeals) return [reason('eseal-invalid', { detail: `${values.length}` })]
  const issuers = [...context.pool.candidates, ...(signer?.certificates ?? [])]
  return values.map(({ raw }) => {
    const verdict = verifySealSignature(raw, {
      dataHash,
      trustedRoots: context.pool.roots.map(({ der }) => der),
      issuers: issuers.map(({ der }) => der),
      crls: context.revocation.lists.map(({ der }) => der),
      now: new Date(context.now),
    })
    return sealReason(verdict, signer?.certificate?.der)
  })
}

/** SM3 of the covered bytes; a signature with SM3 that is intact has it as its own message digest. */
function signedDigest({ data, coverage }: FormattedSignature, { digests }: TrustContext): Buffer | undefined {
  const own =
    data && digestName(data.signer.digestOid) === 'sm3' ? data.signer.signed.get(messageDigest)?.[0] : undefined
  return own?.content ?? (coverage.range && digests.digest('sm3', coverage.range))
}

function sealReason(verdict: SealVerdict, signerCertificate: Buffer | undefined): Reason {
  if (!verdict.valid) {
    const code = verdict.detail === 'chain-untrusted' ? 'eseal-unconfirmed' : 'eseal-invalid'
    return reason(code, { detail: `${verdict.step}: ${verdict.detail}` })
  }
  const { certificate, propertyInfo, seal } = verdict.signature
  if (!signerCertificate?.equals(certificate)) return reason('eseal-invalid', { detail: 'signer' })
  if (propertyInfo !== sealedRange) return reason('eseal-invalid', { detail: 'propertyInfo' })
  const maker = attempt(() => commonName(readCertificate(seal.certificate).subject)) ?? ''
  const detail = `${seal.info.name}，编号 ${seal.info.id}，制作 ${maker}`
  return reason('eseal-valid', { detail })
}
