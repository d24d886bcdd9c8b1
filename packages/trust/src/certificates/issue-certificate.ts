import { certified, type Issued } from './certified.ts'
import { basicConstraints, keyUsage, ocspSigningOnly, timestampingOnly } from './extensions.ts'

/**
 * What a certificate is for: a contract's party, the time-stamping authority, the platform that certifies, an OCSP
 * responder.
 */
export type CertificateProfile = 'signer' | 'timestamp' | 'certifier' | 'ocsp'

const usage: Readonly<Record<CertificateProfile, () => Buffer[]>> = {
  signer: () => [keyUsage('digitalSignature', 'nonRepudiation')],
  certifier: () => [keyUsage('digitalSignature', 'nonRepudiation')],
  timestamp: () => [keyUsage('digitalSignature'), timestampingOnly()],
  ocsp: () => [keyUsage('digitalSignature'), ...ocspSigningOnly()],
}

/** Issues an end-entity certificate (DER). `serial` is positive and at most 20 bytes; random when absent. */
export const issueCertificate = ({ profile, ...issued }: Issued & { profile: CertificateProfile }): Promise<Buffer> =>
  certified(issued, [basicConstraints(false), ...usage[profile]()])
