import { certificateFaults } from '@moqi/domain/account/certificate-key'
import { Refusal } from '@moqi/domain/refusal'
import { DerFault } from '@moqi/trust/asn1/read-der'
import { UnsupportedKey } from '@moqi/trust/cms/keys'
import { provenValue } from '@moqi/trust/cms/outside-signature'
import { publicKeyIn } from '@moqi/trust/cms/signing-key'
import { judgeKeyCertificate } from '#src/platform/authority/judge-key-certificate.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fingerprintOf } from './certificate-key.ts'

/** What a certificate key answers: base64 over the challenge; the certificate and its issuers in DER. */
export type CertificateAnswer = {
  id: string
  sign: string
  code: string
  certificate: Buffer
  chain: readonly Buffer[]
}

type JudgeDeps = Pick<Deps, 'authority' | 'db' | 'now'>

/**
 * Holds an answer to its certificate, and that to the roots this platform trusts, to its term and to revocation; the
 * challenge itself is still to be used up. Throws `account/key-wrong`, or `account/certificate-unfit` with the reason.
 */
export async function requireCertificateAnswer(deps: JudgeDeps, answer: CertificateAnswer): Promise<void> {
  const { id, sign, code, certificate, chain } = answer
  if (fingerprintOf(certificate) !== id) throw new Refusal('account/key-wrong')
  // Before anything is asked of a revocation service: whoever has not the key asks nobody.
  if (!isSignedBy(certificate, Buffer.from(code), Buffer.from(sign, 'base64'))) throw new Refusal('account/key-wrong')
  await requireFitCertificate(deps, certificate, chain)
}

/** Throws `account/certificate-unfit` with the reason unless a certificate may be used as a key now. */
export async function requireFitCertificate(
  deps: JudgeDeps,
  certificate: Buffer,
  chain: readonly Buffer[],
): Promise<void> {
  const fault = await judgeKeyCertificate(deps, certificate, chain)
  if (fault) throw new Refusal('account/certificate-unfit', { message: certificateFaults[fault] })
}

function isSignedBy(certificate: Buffer, data: Buffer, signature: Buffer): boolean {
  try {
    return provenValue(publicKeyIn(certificate), data, signature) !== null
  } catch (error) {
    if (error instanceof DerFault || error instanceof UnsupportedKey) return false
    throw error
  }
}

/** DER out of the base64 of a request. */
export const derOf = (base64: string): Buffer => Buffer.from(base64, 'base64')
