import { dayMs } from '@moqi/domain/time/civil-date'
import { type RawBuilder, sql } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/** Messages in the application are kept for 180 days, ms. */
export const messagesKeptMs = 180 * dayMs

type Reader = { tenantId: string; accountId: string }

const unreadOf = compiledOnce((tenant, { tenantId, accountId }: Reader) =>
  tenant
    .selectFrom('notice_unread')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .select('number'),
)

/** How many of the account's messages in the tenant are unread; kept with every change, never counted. */
export async function readUnread({ db }: Pick<Deps, 'db'>, { tenantId, accountId }: Reader): Promise<number> {
  const [found] = await db.read(tenantId, (tenant) => unreadOf(tenant, { tenantId, accountId }))
  return found?.number ?? 0
}

/** Marks messages as read, all when none is named, with their number. Answers whether any was unread. */
export async function markRead(
  tx: Db,
  { tenantId, accountId }: Reader,
  at: number,
  messageIds: readonly string[] | null,
): Promise<boolean> {
  const named = messageIds === null ? sql`` : sql`and message_id = any(${[...messageIds]}::uuid[])`
  // The number first: whoever adds a message holds it until the end, and is seen whole or not at all.
  await sql`select 1 from notice_unread
    where tenant_id = ${tenantId} and account_id = ${accountId} for update`.execute(tx)
  const { rows } = await sql<{ number: number }>`
    with marked as (
      update notice_message set read_at = ${at}
      where tenant_id = ${tenantId} and account_id = ${accountId} and read_at is null ${named} returning account_id)
    ${countedOff(tenantId)}`.execute(tx)
  return rows.length > 0
}

/** Deletes what is past its time in the tenant, read or not. Runs in that tenant. */
export async function forgetMessages(tx: Db, tenantId: string, at: number): Promise<void> {
  await sql`
    with gone as (
      delete from notice_message
      where tenant_id = ${tenantId} and created_at < ${at - messagesKeptMs} returning account_id, read_at),
    marked as (select account_id from gone where read_at is null)
    ${countedOff(tenantId)}`.execute(tx)
}

/** Takes `marked`, accounts of messages that are no longer unread, off the numbers. */
const countedOff = (tenantId: string): RawBuilder<{ number: number }> => sql`
  update notice_unread set number = notice_unread.number - less.number
  from (select account_id, count(*)::int as number from marked group by account_id) as less
  where tenant_id = ${tenantId} and notice_unread.account_id = less.account_id
  returning less.number`
