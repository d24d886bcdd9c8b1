import type { NoticeFacts, NoticeKind } from '@moqi/domain/messages/notice-facts'
import { noticeKinds, withoutTitle } from '@moqi/domain/messages/notice-kinds'
import type { ChannelRule } from '@moqi/domain/messages/notice-rule'
import { sql } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import type { Deps } from '#src/platform/deps.ts'
import { after } from '#src/platform/jobs/jobs.ts'
import { tell } from '#src/platform/live/live-event.ts'
import { type AboutParty, laneOf, queueSms, type Sending, smsDelayMs } from './queue-message.ts'

/** An account in one of its spaces, or a phone that belongs to none. */
export type Recipient = { accountId: string; tenantId: string } | { phone: string }

type Notice<K extends NoticeKind> = {
  kind: K
  to: Recipient
  facts: NoticeFacts[K]
  about?: AboutParty
  /** The space whose doing tells it, if one does: its SMS are counted. */
  senderTenantId?: string
  /** Names one telling: a second of the same name to the same person is none. */
  once?: string
  /** The person has heard it by SMS and mail already, in another space. */
  inAppOnly?: boolean
  /** Not worth an SMS to this person. */
  withoutSms?: boolean
}
type Telling = Pick<Deps, 'config' | 'newId' | 'derivationKey'> & Sending

/**
 * Tells somebody, in the transaction of what is told: in the application always, by SMS and mail as the person has
 * chosen. Who has no account gets the SMS of a kind that has one by default.
 */
export async function notify<K extends NoticeKind>(deps: Telling, tx: Db, notice: Notice<K>): Promise<void> {
  const { kind, to, facts, once, about, senderTenantId, withoutSms } = notice
  const { sms, writeSms } = noticeKinds[kind]
  if ('accountId' in to) return notifyAccount(deps, tx, to, writtenOf(deps, notice))
  if (writeSms === null || sms === 'off' || withoutSms) return
  const message = writeSms(facts, deps.config.brand)
  const named = once === undefined ? {} : { once: `${once} ${to.phone}` }
  const sender = senderTenantId === undefined ? {} : { senderTenantId }
  await queueSms(deps, tx, { recipient: to.phone, scene: kind, message, ...named, ...(about && { about }), ...sender })
}

async function notifyAccount(
  deps: Telling,
  tx: Db,
  { accountId, tenantId }: { accountId: string; tenantId: string },
  written: Written,
): Promise<void> {
  const [smsId, mailId, chatId] = [deps.newId(), deps.newId(), deps.newId()]
  const told = { ...written, accountId, tenantId, messageId: deps.newId(), smsId, mailId, chatId, at: deps.now() }
  const jobs = {
    smsJob: jobOf(smsId),
    smsLane: laneOf('sms', smsId),
    mailJob: jobOf(mailId),
    chatJob: jobOf(chatId),
    chatLane: laneOf('chat', chatId),
  }
  await inTenant(tx, tenantId, async () => {
    await putNotice(tx, { ...told, ...jobs, mailLane: laneOf('mail', mailId) })
  })
  tell(tx, { about: 'message', tenantId, accountId })
}

const jobOf = (messageId: string) => JSON.stringify({ messageId })
const json = (content: object | undefined) => (content === undefined ? null : JSON.stringify(content))

/** A notice in every form it may take: which of them it takes is the account's choice, which the statement reads. */
function writtenOf<K extends NoticeKind>(deps: Telling, notice: Notice<K>) {
  const { kind, facts, once, inAppOnly, withoutSms } = notice
  const { brand, publicUrl } = deps.config
  const { label, text, path, writeSms, writeMail, sms, mail } = noticeKinds[kind]
  const sender = { brand, home: `${publicUrl}/home` }
  const hidden = withoutTitle(facts)
  const message = writeSms?.(facts, brand)
  const rule = (own: ChannelRule): ChannelRule => (inAppOnly ? 'never' : own)
  return {
    kind,
    text: text(facts),
    path: path(facts),
    once: once ?? null,
    sms: json(message),
    smsHidden: json(writeSms?.(hidden, brand)),
    smsRule: rule(withoutSms ? 'never' : sms),
    smsDelayMs: message ? smsDelayMs(deps, message.template) : null,
    mail: json(writeMail?.(facts, sender)),
    mailHidden: json(writeMail?.(hidden, sender)),
    mailRule: rule(mail),
    chat: json({ title: label, text: text(facts), url: `${sender.home}${path(facts)}` }),
    chatHidden: json({ title: label, text: text(hidden), url: `${sender.home}${path(facts)}` }),
    ...originOf(notice),
  }
}

const originOf = ({ about, senderTenantId }: Pick<Notice<NoticeKind>, 'about' | 'senderTenantId'>) => ({
  contractId: about?.contractId ?? null,
  partyNo: about?.partyNo ?? null,
  senderTenantId: senderTenantId ?? null,
})

type Written = ReturnType<typeof writtenOf>
type Told = Written &
  Record<'accountId' | 'tenantId' | 'messageId' | 'smsId' | 'mailId' | 'chatId', string> & {
    at: number
  } & Record<'smsJob' | 'smsLane' | 'mailJob' | 'mailLane' | 'chatJob' | 'chatLane', string>

/**
 * Message, number of those unread, SMS, mail, the work chat's message and their jobs in one statement, which signing
 * waits for once. Whom a chat's message goes to is no business of the contract's initiator: it names no contract.
 */
const putNotice = compiledOnce(
  (_, told: Told) => sql`
    with person as (
      select account.phone, account.email, coalesce(setting.hide_names, false) as hides,
        case ${told.smsRule}::text when 'always' then true when 'never' then false
          else coalesce((setting.sms ->> ${told.kind}::text)::boolean, ${told.smsRule}::text = 'on') end as by_sms,
        case ${told.mailRule}::text when 'always' then true when 'never' then false
          else coalesce((setting.mail ->> ${told.kind}::text)::boolean, ${told.mailRule}::text = 'on') end as by_mail
      from account left join notice_setting setting using (account_id)
      where account.account_id = ${told.accountId}::uuid and account.closed_at is null),
    put as (
      insert into notice_message (tenant_id, account_id, message_id, kind, text, path, once_key, created_at)
      select ${told.tenantId}::uuid, ${told.accountId}::uuid, ${told.messageId}::uuid, ${told.kind}::text,
        ${told.text}::text, ${told.path}::text, ${told.once}::text, ${told.at}::bigint
      from person on conflict do nothing returning account_id),
    counted as (
      insert into notice_unread (tenant_id, account_id, number)
      select ${told.tenantId}::uuid, account_id, 1 from put
      on conflict (tenant_id, account_id) do update set number = notice_unread.number + 1),
    outgoing as (
      insert into message
        (message_id, channel, recipient, scene, content, once_key, state, created_at, changed_at, contract_id, party_no,
          sender_tenant_id)
      select ${told.smsId}::uuid, 'sms', person.phone, ${told.kind}::text,
        case when hides then ${told.smsHidden}::jsonb else ${told.sms}::jsonb end,
        ${told.once}::text || ' sms ' || ${told.accountId}::text, 'waiting', ${told.at}::bigint, ${told.at}::bigint,
        ${told.contractId}::uuid, ${told.partyNo}::int, ${told.senderTenantId}::uuid
      from person, put where by_sms
      union all
      select ${told.mailId}::uuid, 'mail', person.email, ${told.kind}::text,
        case when hides then ${told.mailHidden}::jsonb else ${told.mail}::jsonb end,
        ${told.once}::text || ' mail ' || ${told.accountId}::text, 'waiting', ${told.at}::bigint, ${told.at}::bigint,
        ${told.contractId}::uuid, ${told.partyNo}::int, ${told.senderTenantId}::uuid
      from person, put where by_mail and person.email is not null
      union all
      select ${told.chatId}::uuid, 'chat', ${told.tenantId}::text || ' ' || link.subject, ${told.kind}::text,
        case when hides then ${told.chatHidden}::jsonb else ${told.chat}::jsonb end,
        ${told.once}::text || ' chat ' || ${told.accountId}::text, 'waiting', ${told.at}::bigint, ${told.at}::bigint,
        null::uuid, null::int, null::uuid
      from person, put,
        (provider_link link join space on space.tenant_id = link.tenant_id and space.chat_notices)
      where link.tenant_id = ${told.tenantId}::uuid and link.account_id = ${told.accountId}::uuid
      on conflict (once_key) do nothing returning channel)
    select case channel
      when 'sms' then
        enqueue_in_lane('deliverMessage', ${told.smsJob}::json, ${after(told.smsDelayMs)}, ${told.smsLane}::text)
      when 'chat' then
        enqueue_in_lane('deliverMessage', ${told.chatJob}::json, null::timestamptz, ${told.chatLane}::text)
      else enqueue_in_lane('deliverMessage', ${told.mailJob}::json, null::timestamptz, ${told.mailLane}::text) end
    from outgoing`,
)
