/** A mail before it has a form: a sentence each line; `link` becomes the button. */
export type MailContent = { subject: string; lines: string[]; link?: { text: string; url: string } }

/** One mail; `messageId` is ours. */
export type OutgoingMail = { messageId: string; address: string; scene: string; content: MailContent }

/** Whoever takes mail to mailboxes. */
export type MailGateway = {
  name: 'outbox' | 'smtp'
  /** Takes one mail and answers its reference. Throws `GatewayFault`. */
  send: (mail: OutgoingMail) => Promise<string | null>
}
