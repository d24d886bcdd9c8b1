import type { seal } from '@moqi/api/seal'
import { Refusal } from '@moqi/domain/refusal'
import { sealPermission } from '@moqi/domain/seals/seal-permission'
import type { Right } from '@moqi/domain/spaces/rights'
import { holdersOf, sealClaims } from '#src/cores/seal/grants.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { sealsOf } from './seal-info.ts'

/**
 * The PNG of a seal of the space; another's answers `seal/not-found`, and so does a company's to who neither may use
 * it, now or by approval, nor works with its seals. A seal's picture never changes.
 */
export const sealImage: Handler<typeof seal.sealImage> = async ({ db, blobs, now }, member, { sealId }) => {
  if (!isUuid(sealId)) throw new Refusal('seal/not-found')
  const found = await db.read(member.tenantId, async (tenant) => {
    const row = await tenant
      .selectFrom('seal')
      .where(sealsOf(member))
      .where('seal_id', '=', sealId)
      .select(['png_sha256', 'seal_id', 'kind', 'holder_account_id'])
      .executeTakeFirst()
    return row && (await seesSeal(tenant, member, row, now())) ? row : undefined
  })
  if (!found) throw new Refusal('seal/not-found')
  const bytes = await blobs.get(found.png_sha256)
  return { bytes, type: 'image/png', etag: found.png_sha256, immutable: true }
}

/** Who works with a company's seals in the space sees them all. */
const rightsToSee: readonly Right[] = ['manageSeals', 'auditSeals', 'approveSealUse']

async function seesSeal(
  tenant: Db,
  member: Member,
  { seal_id, kind, holder_account_id }: Pick<Schema['seal'], 'seal_id' | 'kind' | 'holder_account_id'>,
  now: number,
): Promise<boolean> {
  const { space, accountId } = member
  if (space.kind === 'person' || space.isOwner || rightsToSee.some((right) => space.rights.includes(right))) return true
  const { granted, approvable } = await sealClaims(tenant, member, now)
  const mine = holder_account_id === accountId
  const claim = { kind, mine, ownsSpace: false, granted: granted.has(seal_id), approvable: approvable.has(seal_id) }
  if (sealPermission(claim) !== 'none') return true
  // A grant that is still to be signed shows what it is about.
  return (await holdersOf(tenant, member.tenantId)).get(seal_id)?.includes(accountId) === true
}
