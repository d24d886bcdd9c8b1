import { pairLimit, type SmsBudget, senderLimit, type SmsSender } from '@moqi/domain/messages/sms-budget'
import { formatDate } from '@moqi/domain/time/format-date'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** SMS of a day in Shanghai (`2026-11-23`) by whom they went to and came from. */
    sms_budget: { day: string; subject: string; taken: number }
  }
}

/** An SMS that is to leave; `sender_tenant_id` is null where nobody's doing sends it but the platform's. */
type Leaving = { recipient: string; sender_tenant_id: string | null }
type Budget = { subject: string; limit: number; is: SmsBudget }

/** Takes an SMS off the day's budgets, over all nodes. Answers which of them was used up, and takes nothing then. */
export async function takeFromBudgets(
  deps: Pick<Deps, 'db' | 'now' | 'config'>,
  leaving: Leaving,
): Promise<SmsBudget | null> {
  const day = formatDate(deps.now(), '{y}-{m}-{d}')
  const budgets = await budgetsOf(deps, leaving)
  return deps.db.directoryWrite(async (tx) => {
    const taken: string[] = []
    for (const { subject, limit, is } of budgets) {
      if (await take(tx, { day, subject, limit })) taken.push(subject)
      else {
        await giveBack(tx, day, taken)
        return is
      }
    }
    return null
  })
}

/** The sender's come first, always: nobody waits for another in a circle. */
async function budgetsOf(
  { db, now, config }: Pick<Deps, 'db' | 'now' | 'config'>,
  { recipient, sender_tenant_id: sender }: Leaving,
): Promise<Budget[]> {
  const limits = config.smsLimits
  // What the platform tells of an account is apart, so that nobody's contracts silence it.
  if (sender === null) return [{ subject: `account ${recipient}`, limit: limits.perRecipient, is: 'recipient' }]
  const known = await db.read(sender, (tenant) => smsSenderOf(tenant, sender, now()))
  return [
    { subject: `from ${sender}`, limit: senderLimit(limits, known), is: 'sender' },
    { subject: `from ${sender} to ${recipient}`, limit: pairLimit(limits), is: 'recipient' },
    { subject: `to ${recipient}`, limit: limits.perRecipient, is: 'recipient' },
  ]
}

/** What a space's budgets are measured by. Runs in the tenant. */
export async function smsSenderOf(tenant: Db, tenantId: string, now: number): Promise<SmsSender> {
  const { rows } = await sql<{ named: boolean; bought: string }>`
    select (select auth_status = 'passAuth' from space where tenant_id = ${tenantId}) as named,
      (select coalesce(sum(total), 0) from quota_pack
        where tenant_id = ${tenantId} and kind <> 'trial' and (expires_at is null or expires_at > ${now})) as bought
  `.execute(tenant)
  return { realNamed: rows[0]?.named === true, bought: Number(rows[0]?.bought ?? 0) }
}

async function take(tx: Db, { day, subject, limit }: { day: string; subject: string; limit: number }) {
  if (limit < 1) return false
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sms_budget')
    .values({ day, subject, taken: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'subject'])
        .doUpdateSet({ taken: sql`sms_budget.taken + 1` })
        .where('sms_budget.taken', '<', limit),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

async function giveBack(tx: Db, day: string, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return
  await tx
    .updateTable('sms_budget')
    .set({ taken: sql`taken - 1` })
    .where('day', '=', day)
    .where('subject', 'in', subjects)
    .execute()
}
