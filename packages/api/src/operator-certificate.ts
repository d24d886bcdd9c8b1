import { keysOf } from '@moqi/domain/keys-of'
import { certificateKinds, certificateStates, revocationReasons } from '@moqi/domain/operators/certificate'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, reason, time } from './shapes.ts'

const certificateId = id
const number = z.int()
const certificateState = z.enum(keysOf(certificateStates))

const RegisteredCertificate = z.object({
  certificateId,
  certificateKind: z.enum(keysOf(certificateKinds)),
  /** Hexadecimal, lower case. */
  serialNumber: z.string(),
  holder: z.string(),
  issuer: z.string(),
  /** Whose space it is; of a key its person's. */
  tenantId: id,
  spaceName: z.string(),
  validFrom: time,
  validTo: time,
  certificateState,
  revokeTime: time.nullable(),
})
/** A certificate as those who run the platform find it. */
export type RegisteredCertificate = z.infer<typeof RegisteredCertificate>

const ChainLink = z.object({
  subject: z.string(),
  issuer: z.string(),
  serialNumber: z.string(),
  validFrom: time,
  validTo: time,
})

const search = z.string().trim().max(100).optional()

/** Issue 18: certificates that spaces sign with and that are bound as keys; revoking one (ADR 0070). */
export const operatorCertificate = callsUnder('/operator/api', { access: 'operator' })({
  findCertificates: {
    summary: '按序列号、持有人或空间编号查找证书（新签发的在前）',
    input: z.object({
      search,
      certificateState: certificateState.optional(),
      cursor: z.string().max(200).optional(),
    }),
    output: z.object({ certificateArray: z.array(RegisteredCertificate), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid'],
  },
  certificateNumbers: {
    summary: '证书的数量，与吊销列表的编号、发布时间和下次更新时间',
    output: z.object({
      validNumber: number,
      endingNumber: number,
      /** Within the last 30 days. */
      revokedNumber: number,
      listArray: z.array(
        z.object({
          issuer: z.string(),
          /** As `/ca/…` publishes it. */
          fileName: z.string(),
          listNumber: z.string(),
          publishTime: time,
          nextTime: time.nullable(),
          revokedNumber: number,
          /** Too old to be relied upon. */
          isOld: flag,
        }),
      ),
    }),
  },
  getRegisteredCertificate: {
    summary: '一张证书：证书链、用它签署的数量、记录（不含合同名称）',
    input: z.object({ certificateId }),
    output: RegisteredCertificate.extend({
      /** SHA-256, hex. */
      fingerprint: z.string(),
      /** Of the embedded authorities, which list it when it is revoked. */
      isListed: flag,
      signatureNumber: number,
      contractNumber: number,
      signTime: time.nullable(),
      chainArray: z.array(ChainLink),
      logArray: z.array(z.object({ time, who: z.string(), label: z.string(), detail: z.string().nullable() })),
    }),
    refuses: ['certificate/not-found'],
  },
  weighRevocation: {
    summary: '吊销一张证书之前：涉及多少合同与印章，是否须第二人',
    input: z.object({ certificateId }),
    output: z.object({
      needsSecond: flag,
      isListed: flag,
      isRevoked: flag,
      /** Contracts it signed, and those of them that are still being signed. */
      contractNumber: number,
      runningNumber: number,
      /** Contracts that wait for its space's signature. */
      waitingNumber: number,
      /** Electronic seals made for it. */
      sealNumber: number,
    }),
    refuses: ['certificate/not-found'],
  },
  revokeRegistered: {
    summary: '吊销一张证书，不能撤回；须两人的，等待第二人；该空间的管理员会收到通知',
    input: z.object({
      certificateId,
      revocationReason: z.enum(keysOf(revocationReasons)),
      reason,
      /** The last four digits of the serial number, which show that it was looked at. */
      lastFour: z.string().max(20),
    }),
    output: z.object({
      /** 0: it waits for a second operator. */
      isDone: flag,
    }),
    refuses: ['field/invalid', 'certificate/not-found', 'certificate/revoked', 'proposal/pending'],
  },
})
