import type { Subject } from './distinguished-name.ts'
import type { RevocationReason } from './revocation-list.ts'

/** A certificate and the issuers above it (DER, the leaf's issuer first; the root may be left out). */
export interface IssuedCertificate {
  certificate: Buffer
  chain: Buffer[]
}

/** Whoever issues certificates: the embedded authority, or one over the network. */
export interface CertificateAuthority {
  /** Certifies the key of a PKCS#10 request (DER) for a subject whose identity the platform has checked. */
  issue: (request: Buffer, subject: Subject) => Promise<IssuedCertificate>
  /** Takes a certificate back; absent when that is not done here. `serial` is big-endian and unsigned. */
  revoke?: (serial: Buffer, reason: RevocationReason) => Promise<void>
}
