import { Refusal } from '@moqi/domain/refusal'
import { frozenText } from '@moqi/domain/spaces/space-freeze'
import type { Db } from '#src/platform/database/database.ts'

/** Freezes a space at that time (ms), for a reason its members read. Throws `space/freeze-changed` for a frozen one. */
export async function freezeSpace(tx: Db, tenantId: string, { reason, at }: { reason: string; at: number }) {
  const done = await tx
    .updateTable('space')
    .set({ frozen_reason: reason, frozen_at: at })
    .where('tenant_id', '=', tenantId)
    .where('frozen_reason', 'is', null)
    .returning('tenant_id')
    .executeTakeFirst()
  if (!done) throw new Refusal('space/freeze-changed')
}

/** Lets a frozen space go on. Throws `space/freeze-changed` for one that is not frozen. */
export async function thawSpace(tx: Db, tenantId: string): Promise<void> {
  const done = await tx
    .updateTable('space')
    .set({ frozen_reason: null, frozen_at: null })
    .where('tenant_id', '=', tenantId)
    .where('frozen_reason', 'is not', null)
    .returning('tenant_id')
    .executeTakeFirst()
  if (!done) throw new Refusal('space/freeze-changed')
}

/** Throws `space/frozen`, with the reason, where nothing may be launched in a space. */
export async function requireThawed(tx: Db, tenantId: string): Promise<void> {
  const space = await tx
    .selectFrom('space')
    .where('tenant_id', '=', tenantId)
    .select('frozen_reason')
    .executeTakeFirst()
  if (space?.frozen_reason) throw new Refusal('space/frozen', { message: frozenText(space.frozen_reason) })
}
