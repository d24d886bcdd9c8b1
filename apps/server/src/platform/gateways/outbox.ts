import type { Config } from '#src/platform/config.ts'
import type { Database, Db } from '#src/platform/database/database.ts'
import { mailText } from './mail/mail-form.ts'
import type { MailGateway } from './mail/mail-gateway.ts'
import type { SmsGateway } from './sms/sms-gateway.ts'

/** Where messages are kept; `now` in ms since epoch. */
export type Outbox = { db: Database; now: () => number; config: Config }

/** Keeps SMS where `/demo/` shows them, and sends nothing anywhere. */
export const outboxSms = (deps: Outbox): SmsGateway => ({
  name: 'outbox',
  async send({ messageId, phone, scene, message }) {
    await keepInOutbox(deps, {
      id: messageId,
      channel: 'sms',
      recipient: phone,
      scene,
      subject: null,
      body: message.text,
    })
    return messageId
  },
})

/** The same for mail. */
export const outboxMail = (deps: Outbox): MailGateway => ({
  name: 'outbox',
  async send({ messageId, address, scene, content, file }) {
    const attached = file ? [`附件：${file.fileName}（${Math.ceil(file.bytes.length / 1024)}KB）`] : []
    const body = [mailText(content, deps.config), ...attached].join('\n')
    await keepInOutbox(deps, {
      id: messageId,
      channel: 'mail',
      recipient: address,
      scene,
      subject: content.subject,
      body,
    })
    return messageId
  },
})

type Kept = {
  id: string
  channel: 'sms' | 'mail' | 'bank' | 'captcha'
  recipient: string
  scene: string
  subject: string | null
  body: string
}

/** A message that is sent again is one message still, the newer. */
export async function keepInOutbox({ db, now }: Outbox, message: Kept): Promise<void> {
  await db.directory((directory) => putInOutbox(directory, message, now()))
}

/** The same in a transaction that runs; `at` in ms since epoch. */
export async function putInOutbox(tx: Db, { id, ...message }: Kept, at: number): Promise<void> {
  await tx
    .insertInto('outbox_message')
    .values({ message_id: id, ...message, created_at: at })
    .onConflict((conflict) => conflict.column('message_id').doUpdateSet({ created_at: at }))
    .execute()
}
