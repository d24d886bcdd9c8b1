import { z } from 'zod'
import { callsUnder } from './call.ts'
import { keyAnswer } from './certificate-key.ts'
import { id, time } from './shapes.ts'
import { noOne, signing, signingRefusals } from './task.ts'
import { wireRowStatuses } from './wire/contract.ts'

/** Base64. */
const bytes = z.string().max(4000)
const guess = { count: 30, seconds: 60 }

/**
 * Signing by the signer's own certificate key, which the platform never holds: what is to be signed goes to the token,
 * and what it answered is put into the documents. In place of `sign`.
 */
export const ownSignature = callsUnder('/api/common/v1/task')({
  prepareOwnSignature: {
    summary: '以本人证书Key签署（第一步）：取得每份文件待签名的数据',
    input: signing.extend({ keyId: keyAnswer.shape.id }),
    output: z.object({
      preparedId: id,
      expireTime: time,
      /** One a file, in the order they are to be answered: DER of the signed attributes, base64. */
      toBeSignedArray: z.array(z.string()),
    }),
    refuses: [...noOne, ...signingRefusals, 'account/key-not-found', 'account/certificate-unfit'],
    limit: guess,
  },
  completeOwnSignature: {
    summary: '以本人证书Key签署（第二步）：提交签名，完成签署',
    mutates: true,
    input: z.object({
      signId: id,
      authToken: z.string().max(100),
      preparedId: z.uuid(),
      /** Base64: DER, or r‖s. */
      signatureArray: z.array(bytes).min(1).max(50),
    }),
    output: z.object({ status: z.enum(wireRowStatuses) }),
    refuses: [...noOne, ...signingRefusals, 'account/key-wrong', 'account/certificate-unfit', 'contract/head-moved'],
    limit: guess,
  },
})
