import { lookDetail, lookLifeMs, type LookPart, lookParts } from '@moqi/domain/operators/look-rules'
import { Refusal } from '@moqi/domain/refusal'
import type { Selectable } from 'kysely'
import type { Operator } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { addOperatorLog } from './operator-log.ts'
import { addPlatformLog } from './platform-log.ts'

type Looking = Pick<Deps, 'now' | 'newId'>
type Row = Selectable<Schema['tenant_look']>
type Into = { tenantId: string; spaceName: string }

/** The look that an operator has into a space, also one whose time is over but that nobody has ended yet. */
export const unendedLook = (db: Db, tenantId: string, operatorId: string): Promise<Row | undefined> =>
  db
    .selectFrom('tenant_look')
    .where('tenant_id', '=', tenantId)
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .selectAll()
    .executeTakeFirst()

/**
 * Lets an operator look into a space for half an hour, for a reason that both sides' logs keep; the look before, if
 * there is one, ends. Runs in the tenant.
 */
export async function openLook(
  deps: Looking,
  tx: Db,
  { operatorId, address }: Operator,
  { tenantId, spaceName, reason, ticket }: Into & { reason: string; ticket: string | null },
): Promise<{ lookId: string; endsAt: number }> {
  // Of looks that are opened at once the second meets the first.
  await tx.selectFrom('operator').where('operator_id', '=', operatorId).forUpdate().select('operator_id').execute()
  const before = await unendedLook(tx, tenantId, operatorId)
  if (before) await endLook(deps, tx, { tenantId, lookId: before.look_id })
  const lookId = deps.newId()
  const openedAt = deps.now()
  const endsAt = openedAt + lookLifeMs
  await tx
    .insertInto('tenant_look')
    .values({
      tenant_id: tenantId,
      look_id: lookId,
      operator_id: operatorId,
      reason,
      ticket,
      opened_at: openedAt,
      ends_at: endsAt,
      ended_at: null,
    })
    .execute()
  const detail = lookDetail({ reason, ticket })
  await addPlatformLog(deps, tx, { tenantId, operatorId, lookId, verb: 'openLook', detail })
  await addOperatorLog(deps, tx, { operatorId, address, verb: 'openLook', detail: `${spaceName}　${detail}` })
  await enqueue(tx, 'endLook', { tenantId, lookId }, { delayMs: lookLifeMs })
  return { lookId, endsAt }
}

/** Ends a look, at the latest when its time is over; false for one that has ended. Runs in the tenant. */
export async function endLook(
  deps: Looking,
  tx: Db,
  { tenantId, lookId }: { tenantId: string; lookId: string },
): Promise<boolean> {
  const found = await tx
    .selectFrom('tenant_look')
    .where('tenant_id', '=', tenantId)
    .where('look_id', '=', lookId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .selectAll()
    .executeTakeFirst()
  if (!found) return false
  const isOver = found.ends_at <= deps.now()
  await tx
    .updateTable('tenant_look')
    .set({ ended_at: Math.min(deps.now(), found.ends_at) })
    .where('tenant_id', '=', tenantId)
    .where('look_id', '=', lookId)
    .execute()
  const detail = isOver ? '到时结束' : null
  await addPlatformLog(deps, tx, { tenantId, operatorId: found.operator_id, lookId, verb: 'endLook', detail })
  return true
}

/**
 * Notes in the space that an operator sees a part of it. Throws `look/required` where the operator does not look into
 * that space now: whoever never did, whose time is over, and who looks into another.
 */
export async function requireLook(
  deps: Looking & Pick<Deps, 'db'>,
  operator: Operator,
  { tenantId, part }: { tenantId: string; part: LookPart },
): Promise<void> {
  if (!isUuid(tenantId)) throw new Refusal('look/required')
  const { operatorId, address } = operator
  await deps.db.write(tenantId, async (tx) => {
    const look = await unendedLook(tx, tenantId, operatorId)
    if (!look || look.ends_at <= deps.now()) throw new Refusal('look/required')
    const detail = lookParts[part]
    const isFirst = await addPlatformLog(deps, tx, {
      tenantId,
      operatorId,
      lookId: look.look_id,
      verb: 'seePart',
      detail,
    })
    if (!isFirst) return
    const space = await tx.selectFrom('space').where('tenant_id', '=', tenantId).select('name').executeTakeFirst()
    await addOperatorLog(deps, tx, { operatorId, address, verb: 'seePart', detail: `${space?.name ?? ''}　${detail}` })
  })
}
