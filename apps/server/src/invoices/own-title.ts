import type { InvoiceTitle } from '@moqi/domain/orders/invoice-title'
import { Refusal } from '@moqi/domain/refusal'
import type { Selectable } from 'kysely'
import { titleOf } from '#src/cores/invoice/invoice-rows.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** A title as it is kept. */
export type TitleRow = Selectable<Schema['invoice_title']>

/** The titles of a space, the default first, then the newest. Runs in the tenant. */
export const titlesOf = (db: Db, { tenantId }: Pick<Member, 'tenantId'>): Promise<TitleRow[]> =>
  db
    .selectFrom('invoice_title')
    .where('tenant_id', '=', tenantId)
    .orderBy('is_default', 'desc')
    .orderBy('changed_at', 'desc')
    .orderBy('title_id')
    .selectAll()
    .execute()

/** The title of the member's space that is named. Throws `invoice-title/not-found`. Runs in the tenant. */
export async function ownTitle(db: Db, { tenantId }: Pick<Member, 'tenantId'>, titleId: string): Promise<InvoiceTitle> {
  const found = isUuid(titleId)
    ? await db
        .selectFrom('invoice_title')
        .where('tenant_id', '=', tenantId)
        .where('title_id', '=', titleId)
        .selectAll()
        .executeTakeFirst()
    : undefined
  if (!found) throw new Refusal('invoice-title/not-found')
  return titleOf(found)
}
