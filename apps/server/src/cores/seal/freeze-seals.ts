import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import { lockSeals } from './lock-seals.ts'
import { addSealLog } from './seal-log.ts'

type Changing = Pick<Deps, 'now' | 'newId'>
type Freezer = Pick<Member, 'tenantId' | 'accountId' | 'nickName' | 'address'>

/** Why no seal of the company signs, since when and by whom; null while they may. */
export async function freezeOf(db: Db, tenantId: string): Promise<Schema['seal_freeze'] | null> {
  const found = await db.selectFrom('seal_freeze').where('tenant_id', '=', tenantId).selectAll().executeTakeFirst()
  return found ?? null
}

/** From its commit on no seal of the company signs, whatever was begun. Throws `seal/changed` when it is so already. */
export async function freezeSeals(deps: Changing, tx: Db, who: Freezer, reason: string): Promise<void> {
  const { tenantId, accountId, nickName } = who
  await lockSeals(tx, tenantId)
  const frozen = await tx
    .insertInto('seal_freeze')
    .values({ tenant_id: tenantId, at: deps.now(), account_id: accountId, who: nickName, reason })
    .onConflict((conflict) => conflict.doNothing())
    .returning('at')
    .execute()
  if (frozen.length === 0) throw new Refusal('seal/changed')
  await setFrozen(tx, tenantId, true)
  await addSealLog(deps, tx, who, { tenantId, sealId: null, verb: 'freeze', detail: reason })
}

/** The company's seals sign again, each as its own state allows. Throws `seal/changed` when they were not frozen. */
export async function thawSeals(deps: Changing, tx: Db, who: Freezer, reason: string): Promise<void> {
  const { tenantId } = who
  await lockSeals(tx, tenantId)
  const thawed = await tx.deleteFrom('seal_freeze').where('tenant_id', '=', tenantId).returning('at').execute()
  if (thawed.length === 0) throw new Refusal('seal/changed')
  await setFrozen(tx, tenantId, false)
  await addSealLog(deps, tx, who, { tenantId, sealId: null, verb: 'thaw', detail: reason })
}

/** Waits for signatures that hold a seal's row; those that come behind it read the row anew. */
async function setFrozen(tx: Db, tenantId: string, frozen: boolean): Promise<void> {
  await tx
    .updateTable('seal')
    .set({ frozen })
    .where('tenant_id', '=', tenantId)
    .where('account_id', 'is', null)
    .execute()
}
