import type { MailContent } from '@moqi/domain/messages/mail-content'

/** One mail; `messageId` is ours, `file` the bytes of its attachment, a PDF. */
export type OutgoingMail = {
  messageId: string
  address: string
  scene: string
  content: MailContent
  file?: { fileName: string; bytes: Buffer }
}

/** Whoever takes mail to mailboxes. */
export type MailGateway = {
  name: 'outbox' | 'smtp'
  /** Takes one mail and answers its reference. Throws `GatewayFault`. */
  send: (mail: OutgoingMail) => Promise<string | null>
}
