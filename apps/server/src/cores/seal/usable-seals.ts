import { type SealPermission, sealPermission } from '@moqi/domain/seals/seal-permission'
import type { Selectable } from 'kysely'
import type { Member } from '#src/platform/actor.ts'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import { isApprovable } from './grants.ts'

/** A seal with what the actor may do with it. */
export type UsableSeal = Pick<Selectable<Schema['seal']>, 'seal_id' | 'kind' | 'name' | 'packed_sha256'> & {
  permission: SealPermission
  /** As all of the company's are; then nobody may use it. */
  frozen: boolean
}

/**
 * The enabled seals of the actor's space that could be the actor's: all of a company's, with whether the actor may use
 * each (the owner always, others when granted, or after approval where a flow takes that seal); in a personal space the
 * person's own. Read in the actor's tenant.
 */
export async function usableSeals(
  own: Db,
  { tenantId, accountId, space }: Pick<Member, 'tenantId' | 'accountId' | 'space'>,
): Promise<UsableSeal[]> {
  const rows = await enabledSeals(own, { tenantId, accountId })
  return rows.map(({ seal_id, kind, name, packed_sha256, account_id, holder_account_id, ...row }) => {
    const { granted_to, frozen, approvable } = row
    const mine = [account_id, holder_account_id].includes(accountId)
    const claim = { kind, mine, ownsSpace: space.isOwner, granted: granted_to !== null, approvable }
    return { seal_id, kind, name, packed_sha256, frozen, permission: frozen ? 'none' : sealPermission(claim) }
  })
}

const enabledSeals = compiledOnce((own, { tenantId, accountId }: Pick<Member, 'tenantId' | 'accountId'>) =>
  own
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
    .select(['s.seal_id', 's.kind', 's.name', 's.packed_sha256', 's.account_id'])
    .select(['s.holder_account_id', 's.frozen', 'g.account_id as granted_to'])
    .select(isApprovable.as('approvable')),
)
