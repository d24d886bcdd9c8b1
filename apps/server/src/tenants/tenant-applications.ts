import type { operatorTenant } from '@moqi/api/tenant'
import { dayMs } from '@moqi/domain/time/civil-date'
import { webhookDeliveryLifecycle } from '@moqi/domain/webhooks/webhook-delivery'
import type { Handler } from '#src/platform/handlers.ts'

/** The other systems of a space that is looked into, how their requests fared for a day, and their callbacks. */
export const tenantApplications: Handler<typeof operatorTenant.tenantApplications> = async (
  { db, now },
  _operator,
  { tenantId },
) => {
  const since = now() - dayMs
  const rows = await db.read(tenantId, (tenant) =>
    tenant
      .selectFrom('integration as i')
      .leftJoin('webhook as w', (join) =>
        join.onRef('w.tenant_id', '=', 'i.tenant_id').onRef('w.integration_id', '=', 'i.integration_id'),
      )
      .where('i.tenant_id', '=', tenantId)
      .orderBy('i.created_at', 'desc')
      .select(['i.integration_id', 'i.name', 'i.disabled_at', 'w.url', 'w.failing_since', 'w.paused_at'])
      .select((eb) => [
        eb
          .selectFrom('integration_call as c')
          .whereRef('c.tenant_id', '=', 'i.tenant_id')
          .whereRef('c.integration_id', '=', 'i.integration_id')
          .where('c.at', '>=', since)
          .select((of) => of.fn.countAll<number>().as('number'))
          .as('calls'),
        eb
          .selectFrom('integration_call as c')
          .whereRef('c.tenant_id', '=', 'i.tenant_id')
          .whereRef('c.integration_id', '=', 'i.integration_id')
          .where('c.at', '>=', since)
          .where((or) => or.or([or('c.reason', 'is not', null), or('c.status', '>=', 500)]))
          .select((of) => of.fn.countAll<number>().as('number'))
          .as('failed'),
        eb
          .selectFrom('webhook_delivery as d')
          .whereRef('d.tenant_id', '=', 'i.tenant_id')
          .whereRef('d.integration_id', '=', 'i.integration_id')
          .where('d.state', '=', webhookDeliveryLifecycle.initial)
          .select((of) => of.fn.countAll<number>().as('number'))
          .as('waiting'),
      ])
      .execute(),
  )
  return {
    applicationArray: rows.map((row) => ({
      integrationId: row.integration_id,
      integrationName: row.name,
      isDisabled: row.disabled_at === null ? 0 : 1,
      callNumber: row.calls ?? 0,
      failNumber: row.failed ?? 0,
      webhook:
        row.url === null
          ? null
          : {
              // What stands behind the host may be a secret of its owner's.
              host: URL.parse(row.url)?.host ?? '',
              failingTime: row.failing_since,
              pauseTime: row.paused_at,
              waitingNumber: row.waiting ?? 0,
            },
    })),
  }
}
