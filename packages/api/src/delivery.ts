import { z } from 'zod'
import { defineCalls } from './call.ts'
import { flag, id, time } from './shapes.ts'

const initiatorsOwn = ['contract/not-found', 'contract/other-space', 'contract/initiator-only'] as const

/** What became of one SMS or mail to a party. */
export const Delivery = z.object({
  messageId: id,
  signerNo: z.int(),
  channel: z.enum(['sms', 'mail']),
  /** What it said, as 站内消息 names its kind. */
  label: z.string(),
  /** Masked. */
  recipient: z.string(),
  deliveryState: z.enum(['waiting', 'sent', 'delivered', 'failed', 'late']),
  /** Why it did not arrive, in words. */
  fault: z.string().nullable(),
  /** When it came to its present state. */
  changeTime: time,
  /** It may be sent once more. */
  resendable: flag,
})
export type Delivery = z.infer<typeof Delivery>

/** Whether those who are asked to sign have been reached: the initiator's alone to see. */
export const delivery = defineCalls({
  listDeliveries: {
    path: '/api/common/v1/task/listDeliveries',
    summary: '各签署方的短信与邮件送达情况（仅发起人）',
    scope: 'read',
    input: z.object({ signId: id }),
    output: z.object({
      deliveryArray: z.array(Delivery),
      /** Parties whose turn it is, whose link may be copied. */
      linkArray: z.array(z.int()),
    }),
    refuses: initiatorsOwn,
  },
  copyPartyLink: {
    path: '/api/common/v1/task/copyPartyLink',
    summary: '复制某一签署方的签署链接：打开后仍须验证其手机号（仅发起人）',
    scope: 'manage',
    mutates: true,
    input: z.object({ signId: id, signerNo: z.int().min(1).max(99) }),
    output: z.object({ url: z.string() }),
    refuses: [...initiatorsOwn, 'contract/illegal-move', 'contract/changed', 'field/invalid'],
    limit: { count: 20, seconds: 60 },
  },
  resendDelivery: {
    path: '/api/common/v1/task/resendDelivery',
    summary: '重新发送一条短信或邮件（仅发起人）',
    scope: 'manage',
    mutates: true,
    input: z.object({ signId: id, messageId: id }),
    output: z.object({}),
    refuses: [...initiatorsOwn, 'contract/illegal-move', 'field/invalid'],
    limit: { count: 20, seconds: 60 },
  },
})
