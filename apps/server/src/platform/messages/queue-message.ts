import { hasPhone } from '@moqi/domain/account/dormancy'
import type { MailContent } from '@moqi/domain/messages/mail-content'
import { isCodeScene, type SmsMessage } from '@moqi/domain/messages/sms-text'
import { smsLeavesAt } from '@moqi/domain/messages/quiet-hours'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { holdsSecret, sealContent } from './sealed-content.ts'
import { after } from '#src/platform/jobs/jobs.ts'

/** The contract that a message is about, and the number of the party it goes to, if it goes to one. */
export type AboutParty = { contractId: string; partyNo: number | null }
/** What a message is about, for records; `lifeMs` of a code, which is worth nothing later; `once` names one sending. */
type About = {
  recipient: string
  scene: string
  lifeMs?: number
  once?: string
  about?: AboutParty
  /** The space whose doing sends it, if one does. */
  senderTenantId?: string
}
/** The clock, and by which gateway SMS leave. */
export type Sending = Pick<Deps, 'now'> & { sms: Pick<Deps['sms'], 'name'> }
type Outgoing = Pick<Deps, 'newId' | 'derivationKey'> & Sending

/** How many messages of a channel are on their way at a time, so that a slow gateway holds up no other work. */
const lanes = { sms: 2, mail: 1, chat: 1, 'code sms': 2, 'code mail': 1 } as const
/** How a message travels. */
type Channel = keyof typeof lanes

/** Whoever waits for a code waits behind nobody's notices: lanes of `code` have no others, and go first. */
const codeChannel = (channel: 'sms' | 'mail') => `code ${channel}` as const

/** Queues an SMS in the transaction it belongs to; by night it waits for the morning, unless it is a code. */
export async function queueSms(deps: Outgoing, tx: Db, about: About & { message: SmsMessage }): Promise<void> {
  const { message } = about
  // Of an account that was closed or whose number went to somebody else there is nobody to send to.
  if (!hasPhone(about.recipient)) return
  await queue(deps, tx, about, { channel: 'sms', content: message, delayMs: smsDelayMs(deps, message.template) })
}

/** How long the SMS of a scene waits: null not at all, else until the morning. Nobody is woken by the outbox. */
export function smsDelayMs(deps: Sending, scene: string): number | null {
  if (deps.sms.name === 'outbox' || isCodeScene(scene)) return null
  const now = deps.now()
  return smsLeavesAt(scene, now) - now
}

/** Queues a mail in the transaction it belongs to. */
export async function queueMail(deps: Outgoing, tx: Db, about: About & { content: MailContent }): Promise<void> {
  await queue(deps, tx, about, { channel: 'mail', content: about.content, delayMs: null })
}

type Form = { channel: 'sms' | 'mail'; content: SmsMessage | MailContent; delayMs: number | null }

/** Record and job in one statement; a second message of the same `once` is none. */
async function queue(deps: Outgoing, tx: Db, about: About, { channel, content, delayMs }: Form): Promise<void> {
  const id = deps.newId()
  const at = deps.now()
  const kept = holdsSecret(about, content) ? sealContent(deps, id, content) : content
  const expires = about.lifeMs === undefined ? null : at + about.lifeMs
  await sql`
    with queued as (
      insert into message
        (message_id, channel, recipient, scene, content, once_key, state, expires_at, created_at, changed_at,
          contract_id, party_no, sender_tenant_id)
      values (${id}, ${channel}, ${about.recipient}, ${about.scene}, ${JSON.stringify(kept)}::jsonb,
        ${about.once ?? null}, 'waiting', ${expires}, ${at}, ${at},
        ${about.about?.contractId ?? null}, ${about.about?.partyNo ?? null},
        ${about.senderTenantId ?? null}::uuid)
      on conflict (once_key) do nothing returning message_id)
    select ${laneJob(expires === null ? channel : codeChannel(channel), id, delayMs)} from queued`.execute(tx)
}

/** The job that delivers a message, in one of its channel's lanes. */
export function laneJob(channel: Channel, messageId: string, delayMs: number | null): RawBuilder<void> {
  const lane = laneOf(channel, messageId)
  return sql`enqueue_in_lane('deliverMessage', ${JSON.stringify({ messageId })}::json, ${after(delayMs)}, ${lane})`
}

/** The lane of a message, by its id. */
export const laneOf = (channel: Channel, messageId: string): string =>
  `${channel} ${Number.parseInt(messageId.slice(-2), 16) % lanes[channel]}`
