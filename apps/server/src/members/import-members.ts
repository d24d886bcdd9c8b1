import type { Input, Output } from '@moqi/api/call'
import type { memberImport } from '@moqi/api/member-import'
import { Refusal } from '@moqi/domain/refusal'
import { fixedRoles } from '@moqi/domain/spaces/company-groups'
import {
  checkMember,
  findMemberRows,
  type JudgedMembers,
  judgeMembers,
  memberImportLimits,
  type WrittenMember,
} from '@moqi/domain/spaces/member-sheet'
import { presetRoles } from '@moqi/domain/spaces/preset-roles'
import { addMemberLog } from '#src/cores/identity/member-log.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Upload } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { changeCompany } from './change-company.ts'
import { putDepartment } from './departments.ts'
import { requireGroups } from './groups.ts'
import { inviteObstacles } from './invite-obstacles.ts'
import { requireAuthenticated, writeInvitation } from './invite-user.ts'

type Import = typeof memberImport.importMembers
type Judged = JudgedMembers & { departmentIds: Map<string, string>; roleIds: Map<string, string> }

const { rows: mostRows, bytes: mostBytes } = memberImportLimits
/** Some rows more than are taken, so that headings and a title fit, and too many are known as such. */
const bounds = { sheets: 10, rows: mostRows + 20, columns: 40, cellLength: 600 }

/**
 * Invites people out of a spreadsheet. Every row is judged first; `check` leaves it at that, `save` makes the
 * departments that are missing and invites every row without fault, in one transaction. Whoever is there is passed
 * over.
 */
export async function importMembers(
  deps: Deps,
  member: Member,
  { file, mode, mendArray }: Input<Import> & { file: Upload },
): Promise<Output<Import>> {
  requireAuthenticated(member)
  const { tenantId } = member
  const rows = mended(await readRows(deps, file), mendArray)
  if (mode === 'check') {
    const judged = await deps.db.read(tenantId, (db) => judge(deps, db, tenantId, rows))
    return answerOf(rows, judged, 0)
  }
  return changeCompany(deps, tenantId, async (tx) => {
    const judged = await judge(deps, tx, tenantId, rows)
    await inviteAll(deps, tx, member, judged)
    return keepAnswer(tx, deps, member, answerOf(rows, judged, judged.good.length))
  })
}

async function readRows({ workshop }: Pick<Deps, 'workshop'>, upload: Upload): Promise<WrittenMember[]> {
  if (upload.size > mostBytes) throw new Refusal('file/too-large', { megabytes: mostBytes / 1024 / 1024 })
  const rows = findMemberRows(await workshop.readWorkbook(upload, bounds))
  if (rows === null) throw faultyFile('没有找到“姓名”“手机号”两列，请下载模板，按模板的表头填写')
  if (rows.length === 0) throw faultyFile('表格中没有成员，请填写后重新上传')
  if (rows.length > mostRows) throw faultyFile(`单次最多导入${mostRows}行，请拆分后分次导入`)
  return rows
}

const faultyFile = (message: string) => new Refusal('field/invalid', { field: 'file', message })

/** The file's rows with those in their place that were mended since; a mend of no row of it counts for nothing. */
function mended(rows: readonly WrittenMember[], mends: Input<Import>['mendArray']): WrittenMember[] {
  const byRow = new Map(mends.map(({ row, ...fields }) => [row, fields]))
  return rows.map((written) => {
    const fields = byRow.get(written.row)
    return fields ? { row: written.row, fields, formulas: [] } : written
  })
}

async function judge(deps: Deps, db: Db, tenantId: string, rows: readonly WrittenMember[]): Promise<Judged> {
  const departments = await db
    .selectFrom('department')
    .where('tenant_id', '=', tenantId)
    .select(['department_id', 'name'])
    .execute()
  const own = await db
    .selectFrom('company_role')
    .where('tenant_id', '=', tenantId)
    .select(['role_id', 'name'])
    .execute()
  const departmentIds = new Map(departments.map(({ department_id, name }) => [name, department_id]))
  // One of the company's own takes the place of a preset role of its name.
  const roleIds = new Map([
    ...presetRoles.map(({ roleId, name }) => [name, roleId] as const),
    ...own.map(({ role_id, name }) => [name, role_id] as const),
  ])
  const phones = new Set(rows.map(({ fields }) => checkMember(fields).member.phone))
  const judged = judgeMembers(rows, {
    departments: new Set(departmentIds.keys()),
    roles: new Set(roleIds.keys()),
    obstacles: await inviteObstacles(deps, db, tenantId, [...phones]),
  })
  return { ...judged, departmentIds, roleIds }
}

async function inviteAll(deps: Deps, tx: Db, member: Member, judged: Judged): Promise<void> {
  const { good, newDepartments, departmentIds, roleIds } = judged
  const { tenantId } = member
  for (const name of newDepartments) departmentIds.set(name, await putDepartment(deps, tx, member, { name }))
  for (const { memberName, phone, departmentName, roleName } of good) {
    const groups = await requireGroups(tx, tenantId, {
      departmentId: departmentName === null ? null : departmentIds.get(departmentName),
      roleId: roleName === fixedRoles.operator ? null : roleIds.get(roleName),
    })
    await writeInvitation(deps, tx, member, { name: memberName, phone, groups })
  }
  if (good.length === 0) return
  const made = newDepartments.length > 0 ? `，新建部门：${newDepartments.join('、')}` : ''
  await addMemberLog(deps, tx, member, {
    tenantId,
    verb: 'importMembers',
    detail: `从表格邀请${good.length}人${made}`,
  })
}

const answerOf = (
  rows: readonly WrittenMember[],
  { good, there, bad, newDepartments }: Judged,
  savedNumber: number,
): Output<Import> => ({
  total: rows.length,
  goodNumber: good.length,
  savedNumber,
  thereArray: there.map(({ row, memberName, message }) => ({ row, memberName, message })),
  newDepartmentArray: newDepartments,
  faultArray: bad.map(({ row, fields, faults }) => ({
    row,
    memberName: fields.memberName,
    phone: fields.phone,
    department: fields.department,
    role: fields.role,
    faultArray: faults,
  })),
})
