import { letterPurpose, type SealedContract } from '@moqi/domain/seals/seal-grant'
import { isSealOver } from '@moqi/domain/seals/seal-term'
import { type SealClaim, type SealPermission, sealPermission } from '@moqi/domain/seals/seal-permission'
import { type Selectable, sql } from 'kysely'
import type { Member } from '#src/platform/actor.ts'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import { coveringGrant, type HeldGrant, isApprovable } from './grants.ts'

type SealColumns = Pick<Selectable<Schema['seal']>, 'seal_id' | 'kind' | 'name' | 'packed_sha256' | 'purpose'> & {
  /** As all of the company's are; then nobody may use it. */
  frozen: boolean
}

/** An enabled seal of the actor's space, with what the actor may claim it by. */
export type SpaceSeal = SealColumns & {
  expire_at: number | null
  claim: Omit<SealClaim, 'granted'>
  grants: readonly HeldGrant[]
}

/** A seal with what the actor may do with it on one contract; `grant` is what it would be used by, if by any. */
export type UsableSeal = SealColumns & { permission: SealPermission; grant: HeldGrant | null }

/** A contract as seals are asked for it; a letter of authorisation takes the official seal alone. */
export type ContractToSeal = SealedContract & { isLetter: boolean }

/**
 * The enabled seals of the actor's space that could be the actor's: all of a company's, with the actor's grants of
 * each; in a personal space the person's own. Read in the actor's tenant.
 */
export async function spaceSeals(
  own: Db,
  { tenantId, accountId, space }: Pick<Member, 'tenantId' | 'accountId' | 'space'>,
): Promise<SpaceSeal[]> {
  const rows = await enabledSeals(own, { tenantId, accountId })
  return rows.map(
    ({ seal_id, kind, name, packed_sha256, purpose, expire_at, frozen, account_id, holder_account_id, ...row }) => {
      const { approvable, grants } = row
      const mine = [account_id, holder_account_id].includes(accountId)
      const claim = { kind, mine, ownsSpace: space.isOwner, approvable }
      return { seal_id, kind, name, packed_sha256, purpose, expire_at, frozen, claim, grants: grants ?? [] }
    },
  )
}

/**
 * What the actor may do with each of these seals on that contract now: use it (the owner always, others by a grant that
 * covers it), ask for approval where a flow takes that seal, or nothing.
 */
export const usableSeals = (seals: readonly SpaceSeal[], contract: ContractToSeal, now: number): UsableSeal[] =>
  seals.flatMap(({ seal_id, kind, name, packed_sha256, purpose, expire_at, frozen, claim, grants }) => {
    if (isSealOver(expire_at, now)) return []
    const byRight = sealPermission({ ...claim, granted: false }) === 'direct'
    const grant = byRight ? null : coveringGrant(grants, contract, now)
    const permission = sealPermission({ ...claim, granted: grant !== null })
    const isUnfit = contract.isLetter && (permission !== 'direct' || (kind === 'company' && purpose !== letterPurpose))
    return {
      seal_id,
      kind,
      name,
      packed_sha256,
      purpose,
      frozen,
      permission: frozen || isUnfit ? 'none' : permission,
      grant,
    }
  })

/** A company's seal as a letter of automatic signing lets it be put on. */
export const withGrant = (
  { seal_id, kind, name, packed_sha256, purpose, frozen }: SpaceSeal,
  grant: HeldGrant,
): UsableSeal => ({
  seal_id,
  kind,
  name,
  packed_sha256,
  purpose,
  frozen,
  permission: 'direct',
  grant,
})

const enabledSeals = compiledOnce((own, { tenantId, accountId }: Pick<Member, 'tenantId' | 'accountId'>) =>
  own
    .selectFrom('seal as s')
    .where('s.tenant_id', '=', tenantId)
    .where('s.status', '=', 'enabled')
    .where((eb) => eb.or([eb('s.account_id', '=', accountId), eb('s.account_id', 'is', null)]))
    .select(['s.seal_id', 's.kind', 's.name', 's.packed_sha256', 's.purpose', 's.expire_at', 's.account_id'])
    .select(['s.holder_account_id', 's.frozen'])
    .select(isApprovable.as('approvable'))
    .select(
      sql<HeldGrant[] | null>`(
        select jsonb_agg(jsonb_build_object('grant_id', g.grant_id, 'letter_no', g.letter_no, 'state', g.state,
          'scope', g.scope, 'named', g.named, 'counterparts', g.counterparts, 'begin_at', g.begin_at,
          'end_at', g.end_at, 'amount_max', g.amount_max) order by g.created_at, g.grant_id)
        from seal_grant g
        where g.tenant_id = s.tenant_id and g.seal_id = s.seal_id and g.account_id = ${accountId}
          and g.manner = 'hand'
          and g.state in ('waitEffective', 'effective'))`.as('grants'),
    ),
)
