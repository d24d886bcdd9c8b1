import { authBadges } from '@moqi/domain/labels/status-labels'
import { dayMs } from '@moqi/domain/time/civil-date'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { FoundReport } from './list-reports.ts'

/** What was found, what it may mean, and whether it speaks for a fraud. */
export type Clue = { text: string; note: string; isHot: 0 | 1 }

/** A space that is younger than this (ms) is new. */
const newMs = 7 * dayMs
const manyContracts = 50

/** What the platform's records say about a report, in numbers: for an operator to judge. */
export async function cluesOf({ db }: Pick<Deps, 'db'>, row: FoundReport): Promise<Clue[]> {
  const { home_tenant_id: tenantId, created_at: at } = row
  const ofDirectory = await db.directory(async (directory) => [
    ...(await ofSpace(directory, tenantId, at)),
    ...(await ofReports(directory, row)),
  ])
  return [...ofDirectory, await ofContracts(db, tenantId, at), ofAddress(row)]
}

async function ofSpace(directory: Db, tenantId: string, at: number): Promise<Clue[]> {
  const space = await directory
    .selectFrom('space')
    .where('tenant_id', '=', tenantId)
    .select(['created_at', 'auth_status'])
    .executeTakeFirst()
  if (!space) return [{ text: '发起方的空间已注销', note: '资料已删除，冻结不再有意义', isHot: 1 }]
  const isNew = at - space.created_at < newMs
  return [
    {
      text: `发起方的空间创建于 ${formatDate(space.created_at)}`,
      note: isNew ? '举报前7天之内新建' : '不是新建的空间',
      isHot: isNew ? 1 : 0,
    },
    {
      text: `发起方的认证状态：${authBadges[space.auth_status].label}`,
      note: space.auth_status === 'passAuth' ? '身份经过核验；仍可能超出授权' : '身份没有经过核验',
      isHot: space.auth_status === 'passAuth' ? 0 : 1,
    },
  ]
}

async function ofReports(directory: Db, row: FoundReport): Promise<Clue[]> {
  const others = await directory
    .selectFrom('fraud_report')
    .where('home_tenant_id', '=', row.home_tenant_id)
    .where('report_no', '<>', row.report_no)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('contract_id', '=', row.contract_id).as('same'),
      fn.countAll<number>().filterWhere('contract_id', '<>', row.contract_id).as('other'),
      fn.countAll<number>().filterWhere('state', '=', 'upheld').as('upheld'),
    ])
    .executeTakeFirstOrThrow()
  return [
    {
      text: `同一发起方的其他合同被举报${others.other}次，其中认定成立${others.upheld}次`,
      note: others.other > 0 ? '多份合同被举报，值得一并核查' : '此前没有其他合同被举报',
      isHot: others.other > 0 ? 1 : 0,
    },
    {
      text: `这份合同另有${others.same}次举报`,
      note: others.same > 0 ? '可能是同一人重复提交' : '只有这一次',
      isHot: 0,
    },
  ]
}

async function ofContracts(db: Deps['db'], tenantId: string, at: number): Promise<Clue> {
  const { number } = await db.read(tenantId, (tenant) =>
    tenant
      .selectFrom('contract')
      .where('tenant_id', '=', tenantId)
      .where('sent_at', '>', at - dayMs)
      .where('sent_at', '<=', at)
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .executeTakeFirstOrThrow(),
  )
  return {
    text: `举报前24小时内发起合同${number}份`,
    note: number > manyContracts ? '短时间大量发起' : '数量平常',
    isHot: number > manyContracts ? 1 : 0,
  }
}

const ofAddress = ({ address }: FoundReport): Clue => ({
  text: `举报提交自 ${address}`,
  note: '单独看不说明什么',
  isHot: 0,
})
