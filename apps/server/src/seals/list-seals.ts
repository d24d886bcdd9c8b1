import type { seal } from '@moqi/api/seal'
import type { SealInfo } from '@moqi/api/shapes'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import { requireEntry } from '#src/cores/contract/entry.ts'
import { sealClaims } from '#src/cores/seal/grants.ts'
import type { UsableSeal } from '#src/cores/seal/usable-seals.ts'
import { signableWithSeals } from '#src/cores/signer/signable-seals.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import type { Member, OwnSpace } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { sealInfo, sealsOf, type SealViewer } from './seal-info.ts'

/** The seals of the space, newest first (checklist C36); each says whether the viewer may use it. */
export const listSeals: Handler<typeof seal.listSeals> = async (
  deps,
  member,
  { sealType, sealStatus, cursor, pageSize },
) => {
  if (cursor && !isUuid(cursor)) throw new Refusal('request/invalid')
  return deps.db.read(member.tenantId, async (tenant) => {
    const rows = await tenant
      .selectFrom('seal')
      .where(sealsOf(member))
      .where('status', '<>', 'deleted')
      .$if(Boolean(sealType), (query) => query.where(sql<string>`kind`, '=', sealType ?? ''))
      .$if(Boolean(sealStatus), (query) => query.where(sql<string>`status`, '=', sealStatus ?? ''))
      .$if(Boolean(cursor), (query) => query.where('seal_id', '<', cursor ?? ''))
      .selectAll()
      .orderBy('seal_id', 'desc')
      .limit(pageSize + 1)
      .execute()
    const claims = await sealClaims(tenant, member, deps.now())
    const page = rows.slice(0, pageSize)
    const nextCursor = rows.length > pageSize ? (page.at(-1)?.seal_id ?? null) : null
    const uses = await usesOf(tenant, member.tenantId, page)
    const sealInfoArray = page.map((row) => ({
      ...sealInfo(row, member, claims),
      useCount: uses.get(row.seal_id) ?? 0,
      stateReason: row.state_reason,
    }))
    return { sealInfoArray, nextCursor }
  })
}

/** On how many files each of these seals was put; one that is not there was never used. */
async function usesOf(
  tenant: Db,
  tenantId: string,
  seals: readonly { seal_id: string }[],
): Promise<Map<string, number>> {
  const rows = await tenant
    .selectFrom('signature_record')
    .where('tenant_id', '=', tenantId)
    .where('seal_id', '=', sql<string>`any(${seals.map(({ seal_id }) => seal_id)})`)
    .groupBy('seal_id')
    .select(({ fn }) => ['seal_id', fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map(({ seal_id, count }) => [seal_id ?? '', Number(count)]))
}

/**
 * What the account may use for signing in the space, or in that of `companyId`, what needs approval last: the default
 * first (checklist C45). For `signId` as it is on that contract now.
 */
export const userSeals: Handler<typeof seal.userSeals> = async (deps, member, { companyId, signId }) => {
  const viewer = { accountId: member.accountId, space: companyId ? companySpace(member, companyId) : member.space }
  const onContract = signId === undefined ? null : await sealsOnContract(deps, member, viewer, signId)
  return deps.db.read(viewer.space.tenantId, async (tenant) => {
    const rows = await tenant
      .selectFrom('seal')
      .where(sealsOf(viewer))
      .where('status', '=', 'enabled')
      .where('frozen', '=', false)
      .where((eb) => eb.or([eb('expire_at', 'is', null), eb('expire_at', '>', deps.now() - 1000)]))
      .selectAll()
      .orderBy('is_default', 'desc')
      .orderBy('seal_id', 'desc')
      .limit(100)
      .execute()
    const place = { tenantId: viewer.space.tenantId, accountId: viewer.accountId }
    const claims = await sealClaims(tenant, place, deps.now())
    const seals = rows.map((row) => {
      const shown = sealInfo(row, viewer, claims)
      const here = onContract?.find(({ seal_id }) => seal_id === row.seal_id)
      return onContract === null ? shown : { ...shown, sealPermission: here?.permission ?? 'none' }
    })
    const may = (permission: SealInfo['sealPermission']) => seals.filter((one) => one.sealPermission === permission)
    return { sealInfoArray: [...may('direct'), ...may('needApproval')] }
  })
}

/** What the viewer may do with each seal of the space on a contract now. */
async function sealsOnContract(
  deps: Deps,
  member: Member,
  { accountId, space }: SealViewer,
  signId: string,
): Promise<UsableSeal[]> {
  const entry = await requireEntry(deps, member, signId)
  const { seals } = await signableWithSeals(deps, { accountId, space, tenantId: space.tenantId }, entry)
  return seals
}

/** The space of a company the member belongs to. Throws `space/not-found`. */
export function companySpace({ spaces }: Member, companyId: string): OwnSpace {
  const space = spaces.find((own) => own.companyId === companyId)
  if (!space) throw new Refusal('space/not-found')
  return space
}
