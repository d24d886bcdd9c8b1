import { keysOf } from '@moqi/domain/keys-of'
import { noticeGroups } from '@moqi/domain/messages/notice-group'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { id, paging, time, yesNo } from './shapes.ts'

/** What a person is told in a space. */
export const Message = z.object({
  messageId: id,
  kind: z.string(),
  /** The kind in words. */
  label: z.string(),
  text: z.string(),
  /** The page it opens, within the application. */
  path: z.string(),
  createTime: time,
  isRead: yesNo,
})
export type Message = z.infer<typeof Message>

/** How a kind of notice comes by a channel; `always` and `never` cannot be chosen. */
const rule = z.enum(['always', 'on', 'off', 'never'])

/** Messages in the application, and by which channels else a person is told (domain 8). */
export const message = callsUnder('/api/common/v1/message')({
  listMessage: {
    summary: '当前空间的站内消息，新的在前，保留180天',
    input: z.object({ ...paging, isRead: yesNo.nullish() }),
    output: z.object({ messageArray: z.array(Message), nextCursor: z.string().nullable() }),
  },
  getUnreadTotal: {
    summary: '当前空间的未读消息数，以及有未读消息的其他空间',
    output: z.object({
      unread: z.int(),
      /** The person's other spaces with something unread, by their tenantId. */
      elsewhereArray: z.array(id),
    }),
  },
  readMessage: {
    summary: '将所给消息标为已读，不给则全部标为已读',
    input: z.object({ messageIdArray: z.array(id).min(1).max(50).nullish() }),
    output: z.object({ unread: z.int() }),
    limit: { count: 120, seconds: 60 },
  },
  getNoticeSetting: {
    path: '/api/common/v1/user/getNoticeSetting',
    summary: '读取通知设置',
    access: 'session',
    output: z.object({
      /** SMS and mail do not say what a contract is called. */
      hideTaskName: yesNo,
      /** Masked; null when no address is bound, and mail reaches nobody. */
      email: z.string().nullable(),
      kindArray: z.array(
        z.object({ kind: z.string(), label: z.string(), group: z.enum(keysOf(noticeGroups)), sms: rule, mail: rule }),
      ),
    }),
  },
  saveNoticeSetting: {
    path: '/api/common/v1/user/saveNoticeSetting',
    summary: '保存通知设置，只改所给的项',
    access: 'session',
    input: z.strictObject({
      hideTaskName: yesNo.optional(),
      kindArray: z
        .array(z.strictObject({ kind: id, channel: z.enum(['sms', 'mail']), on: yesNo }))
        .max(50)
        .optional(),
    }),
    refuses: ['field/invalid'],
    limit: { count: 120, seconds: 60 },
  },
})
