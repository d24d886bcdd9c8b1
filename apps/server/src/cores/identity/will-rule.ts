import type { WillRule } from '@moqi/domain/contract/will-demand'
import type { Db } from '#src/platform/database/database.ts'

/** Keeps when a company's members prove their will twice; it holds from their next request on. */
export const setWillRule = (tx: Db, tenantId: string, { when, amount }: WillRule): Promise<unknown> =>
  tx
    .updateTable('space')
    .set({ will_rule: when, will_amount: amount })
    .where('tenant_id', '=', tenantId)
    .where('kind', '=', 'company')
    .execute()
