import { type GroupFigures, type GroupPeriod, periodSpans } from '@moqi/domain/groups/group-figures'
import { dayAt } from '@moqi/domain/filings/filing-term'
import type { Db } from '#src/platform/database/database.ts'

const soonDays = 30

type Asked = { tenantId: string; period: GroupPeriod; at: number }

/** A company in numbers, out of its own tables. Runs in the tenant. */
export async function companyFigures(tenant: Db, asked: Asked): Promise<GroupFigures> {
  const { tenantId, at } = asked
  const today = dayAt(at)
  const counted = await tenant
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('membership')
        .where('tenant_id', '=', tenantId)
        .where('state', '=', 'accepted')
        .select(({ fn }) => fn.countAll<number>().as('number'))
        .as('members'),
      selectFrom('filing')
        .where('tenant_id', '=', tenantId)
        .where('settled', '=', false)
        .where('end_day', '>=', today)
        .where('end_day', '<=', today + soonDays)
        .select(({ fn }) => fn.countAll<number>().as('number'))
        .as('ending'),
      selectFrom('filing')
        .where('tenant_id', '=', tenantId)
        .where('settled', '=', false)
        .where('end_day', '<', today)
        .where('end_day', '>=', today - soonDays)
        .select(({ fn }) => fn.countAll<number>().as('number'))
        .as('ended'),
    ])
    .executeTakeFirstOrThrow()
  return {
    memberNumber: Number(counted.members),
    endingNumber: Number(counted.ending),
    endedNumber: Number(counted.ended),
    ...(await contractNumbers(tenant, asked)),
    ...(await quotaOf(tenant, tenantId, at)),
  }
}

/** Of the company's own rows, which stand under its id, as its list of contracts counts them. */
async function contractNumbers(
  tenant: Db,
  { tenantId, period, at }: Asked,
): Promise<Pick<GroupFigures, 'signingNumber' | 'finishedNumber' | 'beforeNumber'>> {
  const { now, before } = periodSpans(period, at)
  const row = await tenant
    .selectFrom('inbox')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', tenantId)
    .where('contract_state', 'in', ['signing', 'finish', 'voided'])
    .select(({ fn, eb }) => {
      const finished = eb('contract_state', '<>', 'signing')
      const within = (span: { begin: number; end: number }) =>
        eb.and([finished, eb('finished_at', '>=', span.begin), eb('finished_at', '<', span.end)])
      return [
        fn.countAll<number>().filterWhere('contract_state', '=', 'signing').as('signing'),
        fn.countAll<number>().filterWhere(within(now)).as('finished'),
        fn.countAll<number>().filterWhere(within(before)).as('before'),
      ]
    })
    .executeTakeFirstOrThrow()
  return {
    signingNumber: Number(row.signing),
    finishedNumber: Number(row.finished),
    beforeNumber: Number(row.before),
  }
}

async function quotaOf(tenant: Db, tenantId: string, at: number): Promise<Pick<GroupFigures, 'surplus' | 'total'>> {
  const { surplus, total } = await tenant
    .selectFrom('quota_pack')
    .where('tenant_id', '=', tenantId)
    .where('remaining', '>', 0)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', at)]))
    .select(({ fn }) => [fn.sum<number | null>('remaining').as('surplus'), fn.sum<number | null>('total').as('total')])
    .executeTakeFirstOrThrow()
  return { surplus: Number(surplus ?? 0), total: Number(total ?? 0) }
}
