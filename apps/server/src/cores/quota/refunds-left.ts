import { refundsPerDay } from '@moqi/domain/messages/sms-budget'
import { shanghaiDate, startOfDayShanghai } from '@moqi/domain/time/civil-date'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { smsSenderOf } from '#src/platform/messages/sms-budget.ts'

/** How many 份 of recalled contracts the space still gets back on this day in Shanghai. Runs in the tenant. */
export async function refundsLeft({ now }: Pick<Deps, 'now'>, tx: Db, tenantId: string): Promise<number> {
  const { bought } = await smsSenderOf(tx, tenantId, now())
  const { count } = await tx
    .selectFrom('quota_entry')
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', 'recallRefund')
    .where('created_at', '>=', startOfDayShanghai(shanghaiDate(now())))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return refundsPerDay(bought) - Number(count)
}
