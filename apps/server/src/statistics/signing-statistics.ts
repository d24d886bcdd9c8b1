import type { statistics } from '@moqi/api/statistics'
import type { ContractState } from '@moqi/domain/contract/contract-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import { monthsBetween } from '@moqi/domain/time/months'
import { dayMs } from '@moqi/domain/time/civil-date'
import { sql } from 'kysely'
import type { Handler } from '#src/platform/handlers.ts'
import type { Db } from '#src/platform/database/database.ts'
import { addUp, type Counted } from './add-up.ts'

const longestMs = 2 * 366 * dayMs
const mostMembers = 50

const complete: readonly ContractState[] = ['finish', 'voided']
const inShanghai = (column: string) => sql`to_timestamp(${sql.ref(column)} / 1000.0) at time zone 'Asia/Shanghai'`

/** Contracts of a space that were sent from `startTime` on and before `endTime`, ms; of some accounts, if named. */
type Cohort = { tenantId: string; startTime: number; endTime: number; accountIds: readonly string[] | null }

/** What became of the contracts that the space has sent in a time, and of those of as long a time before. */
export const getSigningStatistics: Handler<typeof statistics.getSigningStatistics> = async (
  { db },
  { tenantId },
  { startTime, endTime, departmentId },
) => {
  const length = endTime - startTime
  if (![startTime, endTime].every(Number.isSafeInteger) || length <= 0 || length > longestMs)
    throw new Refusal('request/invalid', { message: '请选择不超过两年的时间范围' })
  return db.read(tenantId, async (tenant) => {
    const people = await peopleOf(tenant, tenantId)
    const chosen = people.filter((person) => person.departmentId === departmentId)
    const accountIds = departmentId === undefined ? null : chosen.map((person) => person.accountId)
    const cohort: Cohort = { tenantId, startTime, endTime, accountIds }
    const counted = await countContracts(tenant, cohort)
    const before = await countContracts(tenant, { ...cohort, startTime: startTime - length, endTime: startTime })
    const sums = (by: (one: Counted) => string | null) => addUp(counted, by)
    const nameOf = new Map(people.map((person) => [person.accountId, person]))
    const departments = sums(({ accountId }) => nameOf.get(accountId)?.departmentId ?? null)
    const names = new Map(people.map((person) => [person.departmentId, person.departmentName]))
    return {
      total: totalOf(counted),
      before: totalOf(before),
      monthArray: monthsBetween(startTime, endTime).map((month) => {
        const { sentNumber, finishedNumber } = totalOf(counted.filter((one) => one.month === month))
        return { month, sentNumber, finishedNumber }
      }),
      departmentArray: departments.map(({ of, ...part }) => ({
        ...part,
        departmentId: of,
        departmentName: names.get(of) ?? null,
      })),
      memberArray: sums(({ accountId }) => accountId)
        .slice(0, mostMembers)
        .map(({ of, ...part }) => ({ ...part, memberName: nameOf.get(of ?? '')?.name ?? '已退出成员' })),
      ...(await countParties(tenant, cohort)),
      hourArray: await countHours(tenant, cohort),
    }
  })
}

const totalOf = (counted: readonly Counted[]) => {
  const [{ of: _, ...total } = { of: null, ...nothing }] = addUp(counted, () => '')
  const sum = (key: 'rejectedNumber' | 'expiredNumber') => counted.reduce((all, one) => all + one[key], 0)
  return { ...total, rejectedNumber: sum('rejectedNumber'), expiredNumber: sum('expiredNumber') }
}
const nothing = { sentNumber: 0, finishedNumber: 0, averageTime: null }

const peopleOf = (tenant: Db, tenantId: string) =>
  tenant
    .selectFrom('membership as m')
    .innerJoin('account as a', 'a.account_id', 'm.account_id')
    .leftJoin('department as d', (join) =>
      join.onRef('d.tenant_id', '=', 'm.tenant_id').onRef('d.department_id', '=', 'm.department_id'),
    )
    .where('m.tenant_id', '=', tenantId)
    .select(['m.account_id as accountId', 'm.department_id as departmentId', 'd.name as departmentName'])
    .select(sql<string>`coalesce(nullif(m.name, ''), a.nick_name)`.as('name'))
    .execute()

/** The contracts of a cohort: ordinary ones, not the agreements and letters that cost nothing. */
function cohortOf(tenant: Db, { tenantId, startTime, endTime, accountIds }: Cohort) {
  const sent = tenant
    .selectFrom('contract as c')
    .where('c.tenant_id', '=', tenantId)
    .where('c.kind', '=', 'normal')
    .where('c.sent_at', '>=', startTime)
    .where('c.sent_at', '<', endTime)
  if (accountIds === null) return sent
  return accountIds.length === 0
    ? sent.where(sql<boolean>`false`)
    : sent.where('c.initiator_account_id', 'in', accountIds)
}

/** By initiator and by the month they were sent in. */
const countContracts = (tenant: Db, cohort: Cohort): Promise<Counted[]> =>
  cohortOf(tenant, cohort)
    .select('c.initiator_account_id as accountId')
    .select(sql<string>`to_char(${inShanghai('c.sent_at')}, 'YYYY-MM')`.as('month'))
    .select(({ fn, eb }) => {
      const done = eb('c.state', 'in', complete)
      return [
        fn.countAll<number>().as('sentNumber'),
        fn.countAll<number>().filterWhere(done).as('finishedNumber'),
        sql<number>`coalesce(sum(c.finished_at - c.sent_at) filter (where ${done}), 0)::float8`.as('spentMs'),
        fn.countAll<number>().filterWhere('c.state', '=', 'reject').as('rejectedNumber'),
        fn.countAll<number>().filterWhere('c.state', '=', 'expired').as('expiredNumber'),
      ]
    })
    .groupBy(['accountId', 'month'])
    .execute()

/** How many of the contracts somebody else has opened, and signed. */
const countParties = (tenant: Db, cohort: Cohort) =>
  cohortOf(tenant, cohort)
    .innerJoin('party as p', (join) =>
      join.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.contract_id', '=', 'c.contract_id'),
    )
    .where(sql<boolean>`p.account_id is distinct from c.initiator_account_id`)
    .select(({ fn }) => [
      fn.count<number>('c.contract_id').distinct().filterWhere('p.read_at', 'is not', null).as('openedNumber'),
      fn.count<number>('c.contract_id').distinct().filterWhere('p.signed_at', 'is not', null).as('countersignedNumber'),
    ])
    .executeTakeFirstOrThrow()

const countHours = (tenant: Db, cohort: Cohort) =>
  cohortOf(tenant, cohort)
    .innerJoin('party as p', (join) =>
      join.onRef('p.tenant_id', '=', 'c.tenant_id').onRef('p.contract_id', '=', 'c.contract_id'),
    )
    .where('p.signed_at', 'is not', null)
    .select([
      sql<number>`extract(isodow from ${inShanghai('p.signed_at')})::int`.as('weekday'),
      sql<number>`extract(hour from ${inShanghai('p.signed_at')})::int`.as('hour'),
    ])
    .select(({ fn }) => fn.countAll<number>().as('signedNumber'))
    .groupBy(['weekday', 'hour'])
    .orderBy('weekday')
    .orderBy('hour')
    .execute()
