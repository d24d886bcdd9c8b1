import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { certificateNumbers } from './certificate-numbers.ts'
import { findCertificates } from './find-certificates.ts'
import { getRegisteredCertificate } from './get-registered-certificate.ts'
import { revokeRegistered, weighRevocation } from './revoke-registered.ts'

/** The calls of this folder with the functions that answer them. */
export const certificateCalls = {
  certificateNumbers,
  findCertificates,
  getRegisteredCertificate,
  revokeRegistered,
  weighRevocation,
} satisfies Partial<Handlers<Table>>
