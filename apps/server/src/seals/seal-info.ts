import type { SealInfo } from '@moqi/api/shapes'
import { sealPermission } from '@moqi/domain/seals/seal-permission'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { SealClaims } from '#src/cores/seal/grants.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Schema } from '#src/platform/database/schema.ts'

/** Who looks at seals: a member, in one of the own spaces. */
export type SealViewer = Pick<Member, 'accountId' | 'space'>

/** The seals of a space that concern the viewer: a person's own, or the company's. */
export const sealsOf =
  ({ accountId, space }: SealViewer) =>
  (eb: ExpressionBuilder<Schema, 'seal'>): Expression<SqlBool> =>
    eb.and([
      eb('tenant_id', '=', space.tenantId),
      space.kind === 'person' ? eb('account_id', '=', accountId) : eb('account_id', 'is', null),
    ])

/** The seal as the wire shows it (checklist C0.13); `claims` as `sealClaims` answers. */
export function sealInfo(seal: Schema['seal'], viewer: SealViewer, claims: SealClaims): SealInfo {
  const { space, accountId } = viewer
  const mine = space.kind === 'person' || seal.holder_account_id === accountId
  const claim = {
    kind: seal.kind,
    mine,
    ownsSpace: space.isOwner,
    granted: claims.granted.has(seal.seal_id),
    approvable: claims.approvable.has(seal.seal_id),
  }
  return {
    sealId: seal.seal_id,
    sealName: seal.name,
    sealType: seal.kind,
    sealColor: seal.color,
    sealStatus: seal.status,
    width: seal.width,
    height: seal.height,
    sealImg: `/api/common/v1/seal/image?sealId=${seal.seal_id}`,
    isDefault: seal.is_default ? 1 : 0,
    createTime: seal.created_at,
    expireTime: seal.expire_at,
    sealPermission: sealPermission(claim),
  }
}
