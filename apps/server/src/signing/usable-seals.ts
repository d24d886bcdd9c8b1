import type { Selectable } from 'kysely'
import type { Member } from '#src/platform/actor.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'

/** A seal with what the actor may do with it. */
export type UsableSeal = Selectable<Schema['seal']> & { permission: 'direct' | 'none' }

/**
 * The enabled seals of the actor's space that could be the actor's: all of a company's, with whether the actor may use
 * each (the owner always, others when granted); in a personal space the person's own.
 */
export async function usableSeals(
  { db }: Pick<Deps, 'db'>,
  { tenantId, accountId, space }: Pick<Member, 'tenantId' | 'accountId' | 'space'>,
): Promise<UsableSeal[]> {
  const rows = await db.read(tenantId, (tenant) =>
    tenant
      .selectFrom('seal as s')
      .leftJoin('seal_grant as g', (join) =>
        join
          .onRef('g.tenant_id', '=', 's.tenant_id')
          .onRef('g.seal_id', '=', 's.seal_id')
          .on('g.account_id', '=', accountId),
      )
      .where('s.tenant_id', '=', tenantId)
      .where('s.status', '=', 'enabled')
      .where((eb) => eb.or([eb('s.account_id', '=', accountId), eb('s.account_id', 'is', null)]))
      .selectAll('s')
      .select('g.account_id as granted_to')
      .execute(),
  )
  return rows.map(({ granted_to, ...seal }) => {
    const mine = seal.account_id === accountId || space.isOwner || granted_to !== null
    return { ...seal, permission: mine ? 'direct' : 'none' }
  })
}
