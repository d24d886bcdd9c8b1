import type { operatorTenant } from '@moqi/api/tenant'
import { wireStatus } from '@moqi/api/wire/contract'
import { rowStatusLabels } from '@moqi/domain/labels/status-labels'
import type { Handler } from '#src/platform/handlers.ts'

const labels = { ...rowStatusLabels, deleted: '已删除' } as const

/** How many contracts a space that is looked into has launched, by state: neither names nor contents. */
export const tenantContracts: Handler<typeof operatorTenant.tenantContracts> = async ({ db }, _operator, input) => {
  const { tenantId } = input
  const rows = await db.read(tenantId, (tenant) =>
    tenant
      .selectFrom('contract')
      .where('tenant_id', '=', tenantId)
      .groupBy('state')
      .orderBy('state')
      .select((eb) => ['state', eb.fn.countAll<number>().as('number')])
      .execute(),
  )
  return {
    stateArray: rows.map(({ state, number }) => ({
      taskStatus: wireStatus(state),
      statusLabel: labels[state],
      number,
    })),
  }
}
