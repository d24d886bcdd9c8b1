import type { SigningKey } from '@moqi/trust/cms/signing-key'
import type { Subject } from '@moqi/trust/certificates/authority'
import type { IssuedCertificate } from '@moqi/trust/certificates/certificate-authority'
import type { PublicKey } from '@moqi/trust/cms/keys'
import type { RevocationSource } from '@moqi/signing/levels/validation-data'
import type { ClockState } from './clock-check.ts'
import type { TimestampAuthority } from '@moqi/trust/timestamp/request-token'

/** Who signs: a space, under its registered name. */
export type SignerSubject = { tenantId: string; kind: 'person' | 'company'; name: string }

/** The CA and TSA behind the platform's signatures. */
export type SigningAuthority = {
  /** The space's own key and certificate, issued when it first signs; one signer, one certificate. */
  partyKey: (subject: SignerSubject) => Promise<SigningKey>
  /** The platform's key, which certifies frozen documents; another one when its certificate was replaced. */
  certifier: () => Promise<SigningKey>
  /** Makes electronic seals (GB/T 38540); null in suites that the standard does not know, and with another CA. */
  sealMaker: () => Promise<SigningKey | null>
  timestamps: TimestampAuthority
  /** How our clock compared with that of a time-stamping authority elsewhere; null while nothing is known. */
  clock: () => ClockState | null
  /** Roots (DER) at which the certificate of somebody's own key, in a token, may end. */
  keyRoots: Buffer[]
  /** A test certificate for a key in somebody's own token; null where real ones are issued. */
  certifyKey: ((publicKey: PublicKey, subject: Subject) => Promise<IssuedCertificate>) | null
  /** Root certificates (DER) that make a signature ours. */
  roots: Buffer[]
  /** Roots and the issuing CA (DER): what chains are completed from. */
  issuers: Buffer[]
  /** The current revocation lists (DER) of root and issuing CA. */
  crls: () => Promise<Buffer[]>
  /** What is known now about any certificate of ours, to be kept with the contract. */
  revocation: RevocationSource
  /** Certificates and revocation lists by file name, for anyone who verifies. */
  publication: (fileName: string) => Promise<{ bytes: Buffer; type: string } | null>
  /** Answers an OCSP request (DER) about a certificate of the embedded CA. */
  ocsp: (request: Buffer) => Promise<Buffer>
  /** What every signature must say on its face; null when the certificates are the real thing. */
  notice: string | null
}
