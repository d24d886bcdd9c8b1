import type { SmsMessage } from '@moqi/domain/messages/sms-text'

/** One SMS; `messageId` is ours and goes along, so that the carrier's records can be matched with our own. */
export type OutgoingSms = { messageId: string; phone: string; scene: string; message: SmsMessage }

/** Whoever takes SMS to phones. */
export type SmsGateway = {
  name: 'outbox' | 'aliyun' | 'tencent'
  /** Takes one message and answers its own reference of it. Throws `GatewayFault`. */
  send: (sms: OutgoingSms) => Promise<string | null>
}
