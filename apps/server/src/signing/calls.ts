import type { Table } from '@moqi/api/table'
import { byVerb } from '#src/cores/contract/contract-verb.ts'
import type { Handlers } from '#src/platform/handlers.ts'
import { disputeSignature } from './dispute-signature.ts'
import { finishReading } from './finish-reading.ts'
import { getOwnCertificates } from './own-certificates.ts'
import { signBeforeCheck } from './sign-before-check.ts'
import { sign } from './sign-contract.ts'
import { exportSignatureRecords, listOwnSignatures, listSignatureRecords } from './signature-records.ts'
import { completeOwnSignature, prepareOwnSignature } from './sign-by-own-key.ts'
import { getAuthTokenBySmsVerificationCode } from './will-auth.ts'
import { getAuthTokenByCertificate, getCertificateChallenge } from './will-by-certificate.ts'
import { getAuthTokenByKey, getWillChallenge } from './will-by-key.ts'

/** The calls of this folder with the functions that answer them. */
export const signingCalls = {
  completeOwnSignature,
  disputeSignature,
  exportSignatureRecords,
  finishReading: byVerb(finishReading),
  getAuthTokenByCertificate,
  getAuthTokenByKey,
  getAuthTokenBySmsVerificationCode,
  getCertificateChallenge,
  getOwnCertificates,
  getWillChallenge,
  listOwnSignatures,
  listSignatureRecords,
  prepareOwnSignature,
  sign,
  signBeforeCheck,
} satisfies Partial<Handlers<Table>>
