import { lookMs } from '@moqi/domain/groups/group-figures'
import { formatDate } from '@moqi/domain/time/format-date'
import { type GroupActor, logInGroup } from '#src/cores/group/end-group.ts'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import type { Deps } from '#src/platform/deps.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** How often somebody of a group's lead has looked at the company's figures on a day (`2026-11-23`, Beijing). */
    group_look: {
      tenant_id: string
      group_id: string
      account_id: string
      day: string
      who: string
      number: number
      last_at: number
    }
  }
}

type Place = { tenantId: string; groupId: string }
const dayOf = (at: number) => formatDate(at, '{y}-{m}-{d}')

/**
 * Counts a look at a company's figures, which it is told of; its log says so once a day and viewer. Whoever reads the
 * figures anew within ten minutes has looked once.
 */
export async function noteLook(deps: Deps, tx: Db, who: GroupActor, { tenantId, groupId }: Place): Promise<void> {
  const at = deps.now()
  const isFirst = await inTenant(tx, tenantId, async () => {
    const added = await tx
      .insertInto('group_look')
      .values({
        tenant_id: tenantId,
        group_id: groupId,
        account_id: who.accountId,
        day: dayOf(at),
        who: who.nickName,
        number: 1,
        last_at: at,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('number')
      .executeTakeFirst()
    if (added) return true
    await tx
      .updateTable('group_look')
      .set((eb) => ({ number: eb('number', '+', 1), last_at: at }))
      .where('tenant_id', '=', tenantId)
      .where('group_id', '=', groupId)
      .where('account_id', '=', who.accountId)
      .where('day', '=', dayOf(at))
      .where('last_at', '<=', at - lookMs)
      .execute()
    return false
  })
  if (isFirst) await logInGroup(deps, tx, who, { tenantId, verb: 'seeGroupFigures', detail: '仅数字，没有合同内容' })
}

/** Who has looked at a company's figures in the month of `at`, how often, and when last. Runs in the tenant. */
export async function looksAt(tenant: Db, { tenantId, groupId, at }: Place & { at: number }) {
  const rows = await tenant
    .selectFrom('group_look')
    .where('tenant_id', '=', tenantId)
    .where('group_id', '=', groupId)
    .where('day', '>=', `${formatDate(at, '{y}-{m}')}-01`)
    .groupBy('account_id')
    .select(({ fn }) => [
      fn.max('who').as('who'),
      fn.sum<number>('number').as('number'),
      fn.max('last_at').as('last_at'),
    ])
    .orderBy('last_at', 'desc')
    .execute()
  return rows.map((row) => ({ viewerName: row.who, lookNumber: Number(row.number), lastTime: row.last_at }))
}
