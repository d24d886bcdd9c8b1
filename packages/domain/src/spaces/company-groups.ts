import { type Checked, failed, passed } from '../identity/checked.ts'

/** How many departments and roles a company may have. */
export const groupLimits = { departments: 200, roles: 30 } as const

/** What 管理员 and 经办人 are called; no role of a company's own may take these names. */
export const fixedRoles = { administrator: '管理员', operator: '经办人' } as const

const length = (text: string) => [...text].length
const named = /^[\p{L}\p{N}（）()·&_/ -]+$/u

function groupName(text: string, what: string, most: number): Checked<string> {
  const value = text.trim().replace(/\s+/g, ' ')
  if (value === '') return failed(`请输入${what}`)
  if (length(value) < 2 || length(value) > most) return failed(`${what}需为2-${most}个字`)
  return named.test(value) ? passed(value) : failed(`${what}不能包含特殊符号`)
}

/** A department's name: 2–30 characters (domain 4.5). */
export const checkDepartmentName = (text: string): Checked<string> => groupName(text, '部门名称', 30)

/** A role's name: 2–20 characters (domain 4.5), other than those of the two fixed roles. */
export function checkRoleName(text: string): Checked<string> {
  const checked = groupName(text, '角色名称', 20)
  if (!checked.ok) return checked
  return Object.values<string>(fixedRoles).includes(checked.value) ? failed('角色名称已存在') : checked
}
