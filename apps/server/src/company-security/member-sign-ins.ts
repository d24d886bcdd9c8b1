import type { companySecurity } from '@moqi/api/company-security'
import type { Input } from '@moqi/api/call'
import { agentName } from '@moqi/domain/account/agent-name'
import { signInMethods, signInResults } from '@moqi/domain/account/sign-in'
import { maskAddress } from '@moqi/domain/identity/address'
import { formatDate } from '@moqi/domain/time/format-date'
import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { type Keyset, likeText, pageOf, readCursor } from '#src/platform/keyset.ts'
import { writeSpreadsheet } from '#src/platform/spreadsheet.ts'
import { addMemberLog } from '#src/cores/identity/member-log.ts'

type Calls = typeof companySecurity

/** Members' attempts to sign in since they joined, newest first, by keyset. */
export const listMemberSignIns: Handler<Calls['listMemberSignIns']> = async ({ db }, { tenantId }, input) => {
  const { pageSize, cursor, ...filter } = input
  const before = readCursor(cursor)
  const rows = await db.read(tenantId, (own) => signInsOf(own, { tenantId, filter, before, limit: pageSize + 1 }))
  const { page, nextCursor } = pageOf(rows, pageSize, (row) => ({ at: row.at, id: row.sign_in_id }))
  return {
    signInArray: page.map((row) => ({
      signInId: row.sign_in_id,
      time: row.at,
      memberId: row.account_id,
      memberName: row.name || row.nick_name,
      departmentName: row.department,
      method: row.method,
      result: row.result,
      deviceName: agentName(row.user_agent).name,
      address: row.address,
      newDevice: row.new_device ? 1 : 0,
    })),
    nextCursor,
  }
}

const mostLines = 50_000

/** The same as a workbook, addresses masked; the log of members says who took it. */
export const exportMemberSignIns: Handler<Calls['exportMemberSignIns']> = async (deps, member, filter) => {
  const { tenantId } = member
  const rows = await deps.db.read(tenantId, (own) =>
    signInsOf(own, { tenantId, filter, before: null, limit: mostLines }),
  )
  const bytes = writeSpreadsheet({
    name: '登录记录',
    widths: [16, 16, 22, 14, 30, 20, 14],
    rows: [
      ['成员', '部门', '时间', '方式', '设备', '网络地址', '结果'],
      ...rows.map((row) => [
        row.name || row.nick_name,
        row.department ?? '',
        formatDate(row.at, '{y}-{m}-{d} {h}:{i}:{s}'),
        signInMethods[row.method],
        agentName(row.user_agent).name,
        maskAddress(row.address),
        signInResults[row.result],
      ]),
    ],
  })
  const detail = `共${rows.length}条`
  await deps.db.write(tenantId, (tx) => addMemberLog(deps, tx, member, { tenantId, verb: 'exportSignIns', detail }))
  const fileName = `登录记录-${formatDate(deps.now(), '{y}{m}{d}')}.xlsx`
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { bytes, type, etag: deps.newId(), fileName }
}

type Asked = {
  tenantId: string
  filter: Input<Calls['exportMemberSignIns']>
  before: Keyset | null
  limit: number
}

const signInsOf = (own: Db, { tenantId, filter, before, limit }: Asked) => {
  const { search, outcome, startTime, endTime } = filter
  const like = likeText(search)
  return (
    own
      .selectFrom('membership as m')
      .innerJoin('account as a', 'a.account_id', 'm.account_id')
      .innerJoin('sign_in_log as l', 'l.account_id', 'm.account_id')
      .leftJoin('department as d', (join) =>
        join.onRef('d.tenant_id', '=', 'm.tenant_id').onRef('d.department_id', '=', 'm.department_id'),
      )
      .where('m.tenant_id', '=', tenantId)
      // What somebody did before joining is none of the company's.
      .whereRef('l.at', '>', 'm.created_at')
      .$if(before !== null, (query) => query.where(sql<boolean>`(l.at, l.sign_in_id) < (${before?.at}, ${before?.id})`))
      .$if(startTime !== undefined, (query) => query.where('l.at', '>=', startTime ?? 0))
      .$if(endTime !== undefined, (query) => query.where('l.at', '<=', endTime ?? 0))
      .$if(outcome !== undefined, (query) => query.where('l.result', outcome === 'success' ? '=' : '<>', 'success'))
      .$if(like !== null, (query) =>
        query.where((eb) =>
          eb.or([
            eb('m.name', 'like', like ?? ''),
            eb('a.nick_name', 'like', like ?? ''),
            eb('a.phone', '=', search ?? ''),
            eb('l.address', 'like', (like ?? '').slice(1)),
          ]),
        ),
      )
      .orderBy('l.at', 'desc')
      .orderBy('l.sign_in_id', 'desc')
      .limit(limit)
      .select(['l.sign_in_id', 'l.at', 'l.method', 'l.result', 'l.address', 'l.user_agent', 'l.new_device'])
      .select(['m.account_id', 'm.name', 'a.nick_name', 'd.name as department'])
      .execute()
  )
}
