import { sealKinds } from '@moqi/domain/seals/seal-kind'
import { willWays } from '@moqi/domain/contract/will-kind'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { id, paging, reason, TaskRow, time } from './shapes.ts'

const SignatureRecord = z.object({
  recordId: id,
  tenantId: id,
  spaceName: z.string(),
  signTime: time,
  /** The person who signed. */
  signerName: z.string(),
  signId: id,
  taskId: id,
  taskNo: z.string(),
  taskName: z.string(),
  /** Null when it was drawn by hand on the spot. */
  sealId: id.nullable(),
  sealName: z.string(),
  sealType: z.enum(sealKinds),
  fileId: id,
  /** SHA-256 of the document as the signature left it, in hex. */
  sha256: z.string(),
  certificateSerial: z.string(),
  /** The ways the will was proved in; empty where it was not kept. */
  willAuthArray: z.array(z.enum(willWays)),
  /** The approval the seal was used by; null when none was needed. */
  approvalId: id.nullable(),
  /** The letter of the grant the seal was used by; null for one's own and by office, empty where none was signed. */
  grantNo: z.string().nullable(),
  /** When the person said 不是我签的. */
  disputeTime: time.nullable(),
})
/** One seal or writing put on one file: a line of the signing records of the signer's space. */
export type SignatureRecord = z.infer<typeof SignatureRecord>

const filter = {
  keyword: z.string().trim().max(100).optional(),
  sealName: z.string().trim().max(100).optional(),
  sealId: id.optional(),
  signTimeStart: time.optional(),
  signTimeEnd: time.optional(),
}
const page = z.object({ recordArray: z.array(SignatureRecord), nextCursor: z.string().nullable() })
const SpaceTaskRow = TaskRow.extend({
  tenantId: id,
  spaceName: z.string(),
  spaceType: z.enum(['person', 'company']),
})

/** Checklist R33–R35: what was signed in a space, and what a person has in all own spaces. */
export const signatureRecord = callsUnder('/api/common/v1/signature', { access: 'session' })({
  listSignatureRecords: {
    path: '/api/common/v1/signature/list',
    summary: '当前空间的用印记录（经办人只看本人的）',
    access: 'tenant',
    input: z.object({ ...filter, signerName: z.string().trim().max(100).optional(), ...paging }),
    output: page,
    refuses: ['request/invalid'],
  },
  exportSignatureRecords: {
    path: '/api/common/v1/signature/export',
    summary: '导出用印记录（CSV）',
    access: 'tenant',
    kind: 'blob',
    input: z.object({ ...filter, signerName: z.string().trim().max(100).optional() }),
    refuses: ['request/invalid'],
    limit: { count: 10, seconds: 60 },
  },
  listOwnSignatures: {
    path: '/api/common/v1/signature/own',
    summary: '本人在所有空间的签署记录',
    input: z.object({ ...filter, tenantId: id.optional(), ...paging }),
    output: page,
    refuses: ['request/invalid', 'space/not-found'],
  },
  disputeSignature: {
    path: '/api/common/v1/signature/dispute',
    summary: '报告不是本人签署',
    mutates: true,
    input: z.object({ tenantId: id, recordId: id, reason: reason.optional() }),
    refuses: ['signature/not-found', 'field/invalid'],
    limit: { count: 20, seconds: 3600 },
  },
  listAllSpacesTasks: {
    path: '/api/common/v1/task/listOfAllSpaces',
    summary: '本人在所有空间的合同',
    input: z.object({
      status: z.string().max(30).default('all'),
      tenantId: id.optional(),
      keyword: z.string().trim().max(100).optional(),
      createTimeStart: time.optional(),
      createTimeEnd: time.optional(),
      ...paging,
    }),
    output: z.object({ taskInfoArray: z.array(SpaceTaskRow), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid', 'space/not-found'],
  },
})
