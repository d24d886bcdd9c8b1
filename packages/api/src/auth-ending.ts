import { endCauses } from '@moqi/domain/operators/auth-ending'
import { keysOf } from '@moqi/domain/keys-of'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, reason } from './shapes.ts'

const tenantId = id
const number = z.int()

/** Issue 15: an operator ends the authentication of a company or a person (ADR 0069). */
export const authEnding = callsUnder('/operator/api', { access: 'operator' })({
  weighAuthEnd: {
    summary: '终止实名认证之前：将注销多少证书与印章，影响多少合同与成员，是否须第二人',
    input: z.object({ tenantId }),
    output: z.object({
      /** 0: there is nothing to end. */
      isAuthed: flag,
      needsSecond: flag,
      certificateNumber: number,
      sealNumber: number,
      /** Its own contracts that are being signed. */
      signingNumber: number,
      /** Contracts of others that wait for its signature. */
      waitingNumber: number,
      memberNumber: number,
      /** Of a person: companies that know one as a member, and hear of it. */
      companyNumber: number,
    }),
  },
  endAuthentication: {
    summary: '终止一个空间的实名认证：上传文书，写明原因；须两人的，等待第二人',
    kind: 'upload',
    input: z.object({ tenantId, endCause: z.enum(keysOf(endCauses)), reason, reference: z.string().trim().max(200) }),
    output: z.object({
      /** 0: it waits for a second operator. */
      isDone: flag,
    }),
    refuses: [
      'field/invalid',
      'space/auth-changed',
      'proposal/pending',
      'identity/changed',
      'file/type',
      'file/too-large',
      'file/damaged',
    ],
  },
  endDeed: {
    method: 'GET',
    summary: '终止认证所依据的文书；每次打开都留记录',
    kind: 'blob',
    input: z.object({ tenantId, endingId: id }),
    refuses: ['file/not-found'],
  },
})
