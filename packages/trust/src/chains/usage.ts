import type { ReasonCode } from '@moqi/verify/reasons'
import { type Certificate, extendedKeyUsage, hasKeyUsage } from './certificate.ts'

/** id-kp-OCSPSigning. */
export const responderPurpose = '1.3.6.1.5.5.7.3.9'
/** id-kp-timeStamping. */
const timeStamping = '1.3.6.1.5.5.7.3.8'

/** Purposes that fit a signature on a document (T9). */
const signingPurposes = new Set([
  '2.5.29.37.0',
  '1.3.6.1.5.5.7.3.4',
  '1.3.6.1.5.5.7.3.2',
  '1.3.6.1.5.5.7.3.36',
  '1.2.840.113583.1.1.5',
  '1.3.6.1.4.1.311.10.3.12',
])
/** Purposes that, alone, contradict one. */
const otherPurposes = new Set(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.3', responderPurpose, timeStamping])

/** T9: what keeps a certificate from signing documents. */
export function signingUsage(certificate: Certificate): ReasonCode | undefined {
  if (!hasKeyUsage(certificate, 0) && !hasKeyUsage(certificate, 1)) return 'key-usage-not-signing'
  const purposes = extendedKeyUsage(certificate)?.purposes
  if (!purposes || purposes.some((purpose) => signingPurposes.has(purpose))) return undefined
  return purposes.every((purpose) => otherPurposes.has(purpose)) ? 'extended-key-usage' : undefined
}

/** T1: exactly time-stamping, critical; 'lenient' when only the flag is missing. */
export function timestampUsage(certificate: Certificate): 'fits' | 'lenient' | 'unfit' {
  const usage = extendedKeyUsage(certificate)
  if (usage?.purposes.length !== 1 || usage.purposes[0] !== timeStamping) return 'unfit'
  return usage.critical ? 'fits' : 'lenient'
}
