import type { role, RightHolder } from '@moqi/api/role'
import { presetRoleOf } from '@moqi/domain/spaces/preset-roles'
import { departmentForms, reachOf, type Right, rightLabels, rights, rightsIn } from '@moqi/domain/spaces/rights'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Handler } from '#src/platform/handlers.ts'
import type { Db } from '#src/platform/database/database.ts'
import { pageOf, readCursor } from '#src/platform/keyset.ts'
import { writeSpreadsheet } from '#src/platform/spreadsheet.ts'
import { roleName } from './groups.ts'
import { membersOf, shownName } from './list-members.ts'

/** Who may use a right of the company now, in the order they joined, with the role it comes from and who gave that. */
export const listRightHolder: Handler<typeof role.listRightHolder> = async (
  { db },
  { tenantId },
  { right, keyword, cursor, pageSize },
) => {
  const after = readCursor(cursor)
  const found = await db.read(tenantId, (tenant) => presentMembers(tenant, tenantId, keyword))
  const holders = found.flatMap((row) => holdingOf(row, right))
  const rest = after
    ? holders.filter(({ at, memberId }) => at > after.at || (at === after.at && memberId > after.id))
    : holders
  const { page, nextCursor } = pageOf(rest.slice(0, pageSize + 1), pageSize, ({ at, memberId }) => ({
    at,
    id: memberId,
  }))
  return { holderArray: page, nextCursor, total: holders.length }
}

const columns: readonly (readonly [title: string, width: number, text: (holder: RightHolder) => string])[] = [
  ['权限', 26, ({ right }) => rightLabels[right]],
  ['范围', 10, ({ reach }) => reachWords[reach]],
  ['成员', 16, ({ memberName }) => memberName],
  ['部门', 20, ({ departmentName }) => departmentName ?? '未分配部门'],
  ['来自角色', 20, (holder) => holder.roleName],
  ['授予人', 16, ({ giverName }) => giverName ?? ''],
  ['自何时起', 20, ({ sinceTime }) => formatDate(sinceTime)],
]
const reachWords = { company: '全企业', department: '本部门' }

/** The same as a workbook, a line a member and right: of one right, or of all. */
export const exportRightHolders: Handler<typeof role.exportRightHolders> = async (deps, { tenantId }, { right }) => {
  const found = await deps.db.read(tenantId, (tenant) => presentMembers(tenant, tenantId, undefined))
  const narrow = Object.values(departmentForms)
  const asked = right ? [right] : rights.filter((one) => !narrow.includes(one))
  const lines = asked.flatMap((one) => found.flatMap((row) => holdingOf(row, one)))
  const bytes = writeSpreadsheet({
    name: '权限清单',
    widths: columns.map(([, width]) => width),
    rows: [columns.map(([title]) => title), ...lines.map((line) => columns.map(([, , text]) => text(line)))],
  })
  const fileName = `权限清单-${formatDate(deps.now(), '{y}{m}{d}')}.xlsx`
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return { bytes, type, etag: deps.newId(), fileName }
}

type Present = Awaited<ReturnType<typeof presentMembers>>[number]

/** The members who can act, in the order they joined, each with the role. */
const presentMembers = async (tenant: Db, tenantId: string, keyword: string | undefined) =>
  membersOf(tenant, tenantId, keyword)
    .leftJoin('company_role as r', (join) =>
      join.onRef('r.tenant_id', '=', 'm.tenant_id').onRef('r.role_id', '=', 'm.role_id'),
    )
    .where('m.state', '=', 'accepted')
    .orderBy('m.created_at')
    .orderBy('m.account_id')
    .select(['m.account_id', 'm.is_owner', 'm.created_at', 'm.role_since', 'm.role_giver', 'm.role_id'])
    .select(['d.name as department_name', 'r.name as role_name', 'r.rights', shownName.as('name')])
    .execute()

/** What a member has of a right: one line, or none. */
function holdingOf(row: Present, right: Right): (RightHolder & { at: number })[] {
  const held = rightsIn({ spaceType: 'company', isSpaceOwner: row.is_owner, roleRights: row.rights })
  const reach = reachOf(right, held)
  if (reach === null) return []
  return [
    {
      at: row.created_at,
      memberId: row.account_id,
      memberName: row.name,
      departmentName: row.department_name,
      right,
      roleName: roleName(row.is_owner, row.role_name),
      roleKind: row.is_owner || row.role_id === null ? 'fixed' : presetRoleOf(row.role_id) ? 'preset' : 'own',
      reach,
      sinceTime: row.role_since ?? row.created_at,
      giverName: row.role_giver,
    },
  ]
}
