import { Refusal } from '@moqi/domain/refusal'
import { closingGraceMs, companyClosingLifecycle } from '@moqi/domain/spaces/company-closing'
import type { Selectable } from 'kysely'
import type { Person } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'

/** A closing as it is kept. */
export type ClosingRow = Selectable<Schema['company_closing']>

const { initial } = companyClosingLifecycle

/** The closing of a company that can still be taken back, if any. */
export const pendingClosing = (db: Db, tenantId: string): Promise<ClosingRow | undefined> =>
  db
    .selectFrom('company_closing')
    .where('tenant_id', '=', tenantId)
    .where('state', '=', initial)
    .selectAll()
    .executeTakeFirst()

/** Begins one; `froze` says that the closing froze the seals. Throws `closing/changed` when one is begun already. */
export async function beginClosing(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  who: Pick<Person, 'accountId' | 'nickName'> & { tenantId: string },
  { froze }: { froze: boolean },
): Promise<ClosingRow> {
  const row = await tx
    .insertInto('company_closing')
    .values({
      tenant_id: who.tenantId,
      closing_id: newId(),
      account_id: who.accountId,
      who: who.nickName,
      state: initial,
      froze,
      started_at: now(),
      closes_at: now() + closingGraceMs,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Refusal('closing/changed')
  return row
}

/** Ends a pending one, whichever way; answers it as it was. Throws `closing/changed` when there is none. */
export async function endClosing(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  tenantId: string,
  event: 'takeBack' | 'close',
): Promise<ClosingRow> {
  const row = await tx
    .updateTable('company_closing')
    .set({ state: companyClosingLifecycle.after(initial, event), ended_at: now() })
    .where('tenant_id', '=', tenantId)
    .where('state', '=', initial)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Refusal('closing/changed')
  return row
}
