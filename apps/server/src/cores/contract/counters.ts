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

/** Few wait for anybody: they are counted. */
const waiting = compiledOnce((tenant, { tenantId, accountId }: Viewer) =>
  tenant
    .selectFrom('approval_seat')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('state', '=', 'open')
    .select(({ fn }) => fn.countAll<number>().as('number')),
)

/** The viewer's counters as they travel; those of rows are kept with every change. Zero where there is nothing. */
export async function readCounters({ db }: Pick<Deps, 'db'>, { tenantId, accountId }: Viewer): Promise<Totals> {
  const viewer = { tenantId, accountId }
  const [rows, [approvals]] = await db.read(tenantId, (tenant) =>
    Promise.all([countersOf(tenant, viewer), waiting(tenant, viewer)]),
  )
  const numbers = new Map(rows.map(({ category, number }) => [category, number]))
  numbers.set('myapproval', Number(approvals?.number ?? 0))
  return Object.fromEntries(counters.map((counter) => [wireStatus(counter), numbers.get(counter) ?? 0]))
}
