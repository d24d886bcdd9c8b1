import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { useRoles } from '../../kit/roles/use-roles.ts'
import { memberKeys } from './member-keys.ts'

/** The departments with their counts. */
export const useDepartments = () =>
  useQuery({
    queryKey: memberKeys.departments,
    queryFn: ({ signal }) => call('listDepartment', {}, { signal }),
  })

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
