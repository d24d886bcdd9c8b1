import type { Totals } from '@moqi/api/task'
import { wireStatus } from '@moqi/api/wire/contract'
import { counters } from '@moqi/domain/contract/categories'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Deps } from '#src/platform/deps.ts'

type Viewer = { tenantId: string; accountId: string }

const countersOf = compiledOnce((tenant, { tenantId, accountId }: Viewer) =>
  tenant
    .selectFrom('inbox_count')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .select(['category', 'number']),
)

/** The viewer's counters as they travel, kept with every change and never counted; zero where there is nothing. */
export async function readCounters({ db }: Pick<Deps, 'db'>, { tenantId, accountId }: Viewer): Promise<Totals> {
  const rows = await db.read(tenantId, (tenant) => countersOf(tenant, { tenantId, accountId }))
  const numbers = new Map(rows.map(({ category, number }) => [category, number]))
  return Object.fromEntries(counters.map((counter) => [wireStatus(counter), numbers.get(counter) ?? 0]))
}
