import type { Tenant, operatorTenant } from '@moqi/api/tenant'
import { Refusal } from '@moqi/domain/refusal'
import type { Selectable } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { likeText, pageOf, readCursor } from '#src/platform/keyset.ts'
import { isUuid } from '#src/platform/uuid.ts'

const pageSize = 20
const columns = [
  'tenant_id',
  'name',
  'kind',
  'credit_code',
  'auth_status',
  'created_at',
  'frozen_reason',
  'frozen_at',
  'auth_end',
] as const

/** What the list and the numbers show of a space. */
export type SpaceRow = Pick<Selectable<Schema['space']>, (typeof columns)[number]>

/** Spaces by an id, a telephone's number, a credit code or words of the name; the newest first. */
export const findTenants: Handler<typeof operatorTenant.findTenants> = async ({ db }, _operator, input) => {
  const after = readCursor(input.cursor)
  const rows = await db.directory((directory) =>
    wanted(directory, input.search ?? '')
      .$if(after !== null, (query) =>
        query.where((eb) =>
          eb(eb.refTuple('space.created_at', 'space.tenant_id'), '<', eb.tuple(after?.at ?? 0, after?.id ?? '')),
        ),
      )
      .orderBy('space.created_at', 'desc')
      .orderBy('space.tenant_id', 'desc')
      .limit(pageSize + 1)
      .select(columns)
      .execute(),
  )
  const { page, nextCursor } = pageOf(rows, pageSize, ({ created_at: at, tenant_id: id }) => ({ at, id }))
  return { tenantArray: page.map(shownTenant), nextCursor }
}

/** Of a telephone the account's own spaces and its companies. */
function wanted(directory: Db, search: string) {
  const spaces = directory.selectFrom('space')
  if (isUuid(search)) return spaces.where('space.tenant_id', '=', search)
  if (/^1\d{10}$/.test(search)) {
    return spaces.where('space.tenant_id', 'in', (of) =>
      of
        .selectFrom('membership as m')
        .innerJoin('account as a', 'a.account_id', 'm.account_id')
        .where('a.phone', '=', search)
        .where('a.closed_at', 'is', null)
        .select('m.tenant_id'),
    )
  }
  if (/^[0-9A-Z]{18}$/i.test(search)) return spaces.where('space.credit_code', '=', search.toUpperCase())
  const words = likeText(search)
  return words === null ? spaces : spaces.where('space.name', 'like', words)
}

/** The space of that id. Throws `space/not-found` for any other. */
export async function requireTenant(directory: Db, tenantId: string): Promise<SpaceRow> {
  const row = isUuid(tenantId)
    ? await directory.selectFrom('space').where('tenant_id', '=', tenantId).select(columns).executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('space/not-found')
  return row
}

/** A space as the wire has it. */
export const shownTenant = (row: SpaceRow): Tenant => ({
  tenantId: row.tenant_id,
  spaceName: row.name,
  spaceType: row.kind,
  creditCode: row.credit_code,
  spaceStatus: row.auth_status,
  createTime: row.created_at,
})
