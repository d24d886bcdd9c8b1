import type { FieldFault } from '../contract/draft-rules.ts'
import { type Checked, passed } from '../identity/checked.ts'
import { checkPassportName } from '../identity/person-name.ts'
import { checkPhone } from '../identity/phone.ts'
import { rowsUnderHeadings, type Sheet } from '../spreadsheet/rows-under-headings.ts'
import { verbatim } from '../text/verbatim.ts'
import { checkDepartmentName, fixedRoles, groupLimits } from './company-groups.ts'

/** How much one spreadsheet of members may be: rows, bytes. */
export const memberImportLimits = { rows: 500, bytes: 5 * 1024 * 1024 } as const

/** A cell of a row of members. */
export type MemberField = 'memberName' | 'phone' | 'department' | 'role'
/** A row of members as it is written; an empty department is none, an empty role 经办人. */
export type MemberFields = Readonly<Record<MemberField, string>>

type Column = { field: MemberField; label: string; names: readonly string[]; required?: true }

/** The columns of the template in their order: what a page calls them, and the headings under which they are found. */
export const memberColumns: readonly Column[] = [
  {
    field: 'memberName',
    label: '姓名',
    names: [...verbatim`姓名 成员姓名 员工姓名`.split(' '), 'name', 'membername'],
    required: true,
  },
  {
    field: 'phone',
    label: '手机号',
    names: [...verbatim`手机号 手机 手机号码 联系电话`.split(' '), 'mobile', 'mobilenumber', 'phone', 'phonenumber'],
    required: true,
  },
  { field: 'department', label: '部门', names: [...verbatim`部门 部门路径 所属部门`.split(' '), 'department'] },
  { field: 'role', label: '角色', names: [...verbatim`角色 成员角色`.split(' '), 'role'] },
]

/** A row as it was written. `formulas` are cells that hold a formula, which is never worked out. */
export type WrittenMember = {
  readonly row: number
  readonly fields: MemberFields
  readonly formulas: readonly MemberField[]
}
/** Somebody to invite, as the rules leave them: the department by its name, null is none. */
export type NewMember = { readonly row: number; readonly memberName: string; readonly phone: string } & {
  readonly departmentName: string | null
  readonly roleName: string
}
/** A row that cannot be taken, and why. */
export type FaultyMember = { readonly row: number; readonly fields: MemberFields; readonly faults: FieldFault[] }

/** What the company has: departments and roles by name, and what stands against inviting a phone. */
export type KnownCompany = {
  readonly departments: ReadonlySet<string>
  readonly roles: ReadonlySet<string>
  /** `isThere`: a member or invited already, whom a repeated import passes over; else it is a fault. */
  readonly obstacles: ReadonlyMap<string, { readonly isThere: boolean; readonly message: string }>
}

const unbracketed = (heading: string) => heading.replaceAll(/[（(][^）)]*[）)]/g, '')
const sheetColumns = memberColumns.map(({ field, names, required = false }) => ({
  key: field,
  required,
  isHeading: (bare: string) => names.includes(unbracketed(bare).toLowerCase()),
}))

/** The rows under the headings of the first sheet that has them; null when none has 姓名 and 手机号. */
export function findMemberRows(sheets: readonly Sheet[]): WrittenMember[] | null {
  const found = rowsUnderHeadings(sheets, sheetColumns)
  if ('missing' in found) return null
  return found.rows.map(({ row, texts, formulas }) => {
    const text = (field: MemberField) => texts.get(field) ?? ''
    const fields = {
      memberName: text('memberName'),
      phone: text('phone'),
      department: text('department'),
      role: text('role'),
    }
    return { row, fields, formulas }
  })
}

/** A department by its path as it is kept: 总部 / 销售部 and 总部／销售部 are 总部/销售部. */
export function checkDepartmentPath(text: string): Checked<string> {
  const parts = text.split(/[/／\\＼]/).map((part) => part.trim())
  const isEmpty = parts.every((part) => part === '')
  if (isEmpty) return passed('')
  if (parts.includes('')) return { ok: false, message: '部门路径中有空的一级，请写成“总部/销售部”' }
  return checkDepartmentName(parts.join('/'))
}

/** A row as it would be taken, and every fault that can be told without knowing the company. */
export function checkMember({ memberName, phone, department, role }: MemberFields): {
  member: Omit<NewMember, 'row'>
  faults: FieldFault[]
} {
  const faults: FieldFault[] = []
  const accept = (field: MemberField, checked: Checked<string>, written: string): string => {
    if (checked.ok) return checked.value
    faults.push({ field, message: checked.message })
    return written
  }
  const roleName = role.trim() || fixedRoles.operator
  if (roleName === fixedRoles.administrator)
    faults.push({ field: 'role', message: '管理员不能导入，请先邀请加入，再转让管理员' })
  const member = {
    memberName: accept('memberName', checkPassportName(memberName), memberName),
    phone: accept('phone', checkPhone(phone), phone),
    departmentName: accept('department', checkDepartmentPath(department), department) || null,
    roleName,
  }
  return { member, faults }
}

/** What a spreadsheet of members comes to: whom to invite, who is there already, which rows are faulty. */
export type JudgedMembers = {
  good: NewMember[]
  there: (NewMember & { readonly message: string })[]
  bad: FaultyMember[]
  /** Departments that the good rows name and the company has not, in their order. */
  newDepartments: string[]
}

/** What of the rows before is known when one is judged: rows by phone, departments that will be made. */
type Before = { rowOf: ReadonlyMap<string, number>; made: ReadonlySet<string> }
type Judging = { member: Omit<NewMember, 'row'>; faults: FieldFault[] }

/** Sorts rows into whom to invite, who is there already, and those that are faulty. */
export function judgeMembers(rows: readonly WrittenMember[], known: KnownCompany): JudgedMembers {
  const judged: JudgedMembers = { good: [], there: [], bad: [], newDepartments: [] }
  const rowOf = new Map<string, number>()
  const made = new Set<string>()
  for (const { row, fields, formulas } of rows) {
    const { member, faults: found } = checkMember(fields)
    const cells = [...formulas.map(formulaFault), ...found.filter(({ field }) => !isOneOf(formulas, field))]
    const faults = faultsAmong({ member, faults: cells }, known, { rowOf, made })
    if (faults.length > 0) {
      judged.bad.push({ row, fields, faults })
      continue
    }
    const { phone, departmentName } = member
    rowOf.set(phone, row)
    const there = known.obstacles.get(phone)
    if (there) {
      judged.there.push({ row, ...member, message: there.message })
      continue
    }
    if (isNew(departmentName, known, made)) made.add(departmentName)
    judged.good.push({ row, ...member })
  }
  judged.newDepartments = [...made]
  return judged
}

/** The faults of a row's own cells with those that the company and the rows before make of it. */
function faultsAmong({ member, faults }: Judging, known: KnownCompany, { rowOf, made }: Before): FieldFault[] {
  const { phone, departmentName, roleName } = member
  const all = [...faults]
  if (!fixed.includes(roleName) && !known.roles.has(roleName))
    all.push({ field: 'role', message: `没有名为“${roleName}”的角色` })
  const isFull = known.departments.size + made.size >= groupLimits.departments
  if (isFull && isNew(departmentName, known, made))
    all.push({ field: 'department', message: `部门不能超过${groupLimits.departments}个` })
  if (all.length > 0) return all
  const before = rowOf.get(phone)
  if (before !== undefined) return [{ field: 'phone', message: `与第${before}行重复` }]
  const obstacle = known.obstacles.get(phone)
  return obstacle && !obstacle.isThere ? [{ field: 'phone', message: obstacle.message }] : []
}

const fixed: readonly string[] = Object.values(fixedRoles)
const isNew = (name: string | null, { departments }: KnownCompany, made: ReadonlySet<string>): name is string =>
  name !== null && !departments.has(name) && !made.has(name)
const isOneOf = (fields: readonly string[], field: string) => fields.includes(field)
const formulaFault = (field: MemberField): FieldFault => ({ field, message: '单元格是公式，请改为文字' })
