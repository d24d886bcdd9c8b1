import type { operatorTenant } from '@moqi/api/tenant'
import { authEndText } from '@moqi/domain/operators/auth-ending'
import { operatorNumber } from '@moqi/domain/operators/look-rules'
import { surplusOf } from '@moqi/domain/quota/ledger'
import { dayMs } from '@moqi/domain/time/civil-date'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { requireTenant, shownTenant } from './find-tenants.ts'
import { looksInto } from './tenant-looks.ts'

const recentMs = 30 * dayMs
const mostLooks = 20

/** What everybody of the platform may know of a space: how much there is of everything, and who has looked into it. */
export const tenantNumbers: Handler<typeof operatorTenant.tenantNumbers> = async (deps, { operatorId }, input) => {
  const space = await deps.db.directory((directory) => requireTenant(directory, input.tenantId))
  const tenantId = space.tenant_id
  const at = deps.now()
  return deps.db.read(tenantId, async (tenant) => {
    const looks = await looksInto(tenant, { tenantId, at, before: null, limit: mostLooks })
    const own = looks.find(({ look, by }) => by === operatorId && look.isOver === 0)
    return {
      ...shownTenant(space),
      ...(await counted(tenant, { tenantId, since: at - recentMs })),
      surplus: await left(tenant, { tenantId, at }),
      frozen:
        space.frozen_reason === null || space.frozen_at === null
          ? null
          : { reason: space.frozen_reason, time: space.frozen_at },
      ended: space.auth_end && {
        reason: authEndText(space.auth_end),
        time: space.auth_end.at,
        endingId: space.auth_end.endingId,
      },
      operatorNumber: operatorNumber(operatorId),
      look: own?.look ?? null,
      lookArray: looks.map(({ look }) => look),
    }
  })
}

async function counted(tenant: Db, { tenantId, since }: { tenantId: string; since: number }) {
  const members = await tenant
    .selectFrom('membership')
    .where('tenant_id', '=', tenantId)
    .select((eb) => eb.fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  const contracts = await tenant
    .selectFrom('contract')
    .where('tenant_id', '=', tenantId)
    .where('sent_at', 'is not', null)
    .select((eb) => [
      eb.fn.countAll<number>().as('number'),
      eb.fn.countAll<number>().filterWhere('sent_at', '>=', since).as('recent'),
    ])
    .executeTakeFirstOrThrow()
  return { memberNumber: members.number, contractNumber: contracts.number, recentNumber: contracts.recent }
}

async function left(tenant: Db, { tenantId, at }: { tenantId: string; at: number }): Promise<number> {
  const packs = await tenant
    .selectFrom('quota_pack')
    .where('tenant_id', '=', tenantId)
    .where('remaining', '>', 0)
    .select(['pack_id', 'remaining', 'expires_at'])
    .execute()
  return surplusOf(
    packs.map(({ pack_id, remaining, expires_at }) => ({ packId: pack_id, remaining, expiresAt: expires_at })),
    at,
  )
}
