import { useDepartments } from '../../kit/members/use-departments.ts'
import { useRoles } from '../../kit/roles/use-roles.ts'

/** What a select offers: departments, and the roles a member can be given. */
export function useGroupChoices() {
  const { data: departments } = useDepartments()
  const { data: roles = [] } = useRoles()
  return {
    departments: (departments?.departmentArray ?? []).map(({ departmentId, departmentName }) => ({
      value: departmentId,
      label: departmentName,
    })),
    roles: roles.flatMap(({ roleId, roleName }) => (roleId === null ? [] : [{ value: roleId, label: roleName }])),
  }
}
