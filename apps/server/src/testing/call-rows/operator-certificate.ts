import type { operatorCertificate } from '@moqi/api/operator-certificate'
import { type CallRows, justReads, reads } from '../call-row.ts'

const certificateId = '00000000-0000-7000-8000-000000000001'
const ofOne = { inputs: () => [{ certificateId }], again: reads } as const

/** Of the calls in `packages/api/src/operator-certificate.ts`. */
export const operatorCertificateRows: CallRows<typeof operatorCertificate> = {
  findCertificates: justReads,
  certificateNumbers: justReads,
  getRegisteredCertificate: ofOne,
  weighRevocation: ofOne,
  revokeRegistered: {
    inputs: () => [{ certificateId, revocationReason: 'keyCompromise', reason: '客户报告私钥丢失', lastFour: '0001' }],
    again: 'is refused by the certificate once it is revoked, and while the first waits for a second operator',
  },
}
