import { fixedRoles } from '@moqi/domain/spaces/company-groups'
import { isText, record } from '../../client/stored-shape.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { useGroupChoices } from './use-groups.ts'

/** Where a member stands; an empty text is no department, and the role 经办人. */
export type MemberGroups = { departmentId: string; roleId: string }

/** Whether that was kept. */
export const isGroups = record<MemberGroups>({ departmentId: isText, roleId: isText })

/** Groups as the calls take them. */
export const wireGroups = ({ departmentId, roleId }: MemberGroups) => ({
  departmentId: departmentId || null,
  roleId: roleId || null,
})

type GroupFieldsProps = { value: MemberGroups; onChange: (value: MemberGroups) => void; withRole?: boolean }

/** Department and role side by side. */
export function GroupFields({ value, onChange, withRole = true }: GroupFieldsProps) {
  const { departments, roles } = useGroupChoices()
  return (
    <div className="member-pair">
      <SelectField
        label="部门"
        options={[{ value: '', label: '未分配部门' }, ...departments]}
        value={value.departmentId}
        onChange={(departmentId) => onChange({ ...value, departmentId })}
      />
      {withRole && (
        <SelectField
          label="角色"
          options={[{ value: '', label: fixedRoles.operator }, ...roles]}
          value={value.roleId}
          onChange={(roleId) => onChange({ ...value, roleId })}
        />
      )}
    </div>
  )
}
