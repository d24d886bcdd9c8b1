import type { SmsMessage } from '@moqi/domain/messages/sms-text'

/** One SMS; `messageId` is ours and goes along, so that the carrier's records can be matched with our own. */
export type OutgoingSms = { messageId: string; phone: string; scene: string; message: SmsMessage }

/** An SMS that a gateway took: its reference, and when that was in ms since epoch. */
export type TakenSms = { phone: string; reference: string; takenAt: number }
/** What became of an SMS on its way to the phone; `fault` is the carrier's code. */
export type Receipt = { state: 'delivered' } | { state: 'failed'; fault: string }

/** Whoever takes SMS to phones. */
export type SmsGateway = {
  name: 'outbox' | 'aliyun' | 'tencent'
  /** Takes one message and answers its own reference of it. Throws `GatewayFault`. */
  send: (sms: OutgoingSms) => Promise<string | null>
  /** Asks whether an SMS has reached the phone; null while nobody knows. Absent where nobody ever does. */
  receipt?: (sms: TakenSms) => Promise<Receipt | null>
}
