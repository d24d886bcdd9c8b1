import { workChats } from '@moqi/domain/account/identity-provider'
import { keysOf } from '@moqi/domain/keys-of'
import { chatSyncStates } from '@moqi/domain/spaces/chat-sync'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, time } from './shapes.ts'

/** What a work chat's address book came to: what would be done, or what was. */
export const ChatReport = z.object({
  people: z.int(),
  departments: z.int(),
  newcomers: z.int(),
  changed: z.int(),
  leavers: z.int(),
  withoutPhone: z.int(),
  failures: z.array(z.object({ name: z.string(), message: z.string() })),
})

/** What a company takes from its work chat, as its administrators see it. */
export const WorkChatSettings = z.object({
  kind: z.enum(keysOf(workChats)),
  /** Members come and go with the address book by themselves. */
  syncs: flag,
  /** What members are told here is sent to them in the work chat too. */
  notices: flag,
  state: z.enum(keysOf(chatSyncStates)),
  report: ChatReport.nullable(),
  /** Why the last time came to nothing. */
  fault: z.string().nullable(),
  startTime: time.nullable(),
  endTime: time.nullable(),
})
export type WorkChatSettings = z.infer<typeof WorkChatSettings>

/** A work chat (企业微信, 钉钉, 飞书) that is a company's identity provider: its address book and its messages (ADR 0061). */
export const workChat = callsUnder('/api/common/v1/work-chat', { right: 'manageIntegrations' })({
  getWorkChat: {
    summary: '企业微信、钉钉或飞书的通讯录同步与消息通知',
    output: z.object({
      /** Null while the company's provider is none of them. */
      chat: WorkChatSettings.nullable(),
    }),
  },
  setWorkChat: {
    summary: '打开或关闭自动同步与消息通知',
    mutates: true,
    input: z.object({ syncs: flag, notices: flag }),
    refuses: ['provider/not-found', 'account/sign-in-again', 'space/not-authenticated'],
  },
  testWorkChat: {
    summary: '测试应用的密钥、通讯录权限与消息（发给自己）',
    output: z.object({
      /** Each null where it works, otherwise why it does not. */
      secretFault: z.string().nullable(),
      contactsFault: z.string().nullable(),
      messageFault: z.string().nullable(),
    }),
    refuses: ['provider/not-found'],
    limit: { count: 10, seconds: 60 },
  },
  startChatSync: {
    summary: '核对通讯录，或按通讯录同步成员与部门',
    mutates: true,
    input: z.object({
      mode: z.enum(['plan', 'apply']),
      /** How many may leave without asking again, as the administrator was told. */
      leaverNumber: z.int().min(0).default(0),
    }),
    refuses: [
      'provider/not-found',
      'account/sign-in-again',
      'space/not-authenticated',
      'work-chat/running',
      'work-chat/provisioned',
    ],
    limit: { count: 20, seconds: 600 },
  },
})
