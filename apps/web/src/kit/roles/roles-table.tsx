import type { Role } from '@moqi/api/role'
import { fixedRoles } from '@moqi/domain/spaces/company-groups'
import { fixedRoleNotes, presetRoleOf } from '@moqi/domain/spaces/preset-roles'
import { departmentForms, reachOf, rightGroups, rightLabels, type Right } from '@moqi/domain/spaces/rights'
import { Check, MoreHorizontal } from 'lucide-react'
import { useState } from 'react'
import { MenuButton } from '../../ui/menu-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import './roles-table.css'

/** What is done with a role. */
type RoleActs = { onEdit: (role: Role) => void; onCopy: (role: Role) => void; onDelete: (role: Role) => void }
type RolesTableProps = RoleActs & { roles: readonly Role[] }

const narrow = Object.values(departmentForms)
const groups = rightGroups.map(({ title, rights }) => ({
  title,
  rights: rights.filter((one) => !narrow.includes(one)),
}))

/** Who may do what: rights down, roles across, one role at a time on a phone. */
export function RolesTable({ roles, ...acts }: RolesTableProps) {
  const [chosen, choose] = useState<string | null>(null)
  const phone = usePhone()
  if (phone) return <OneRole roles={roles} {...acts} />
  const shown = roles.find(({ roleName }) => roleName === chosen)
  return (
    <>
      <div className="rights-scroll" tabIndex={0} role="region" aria-label="角色与权限">
        <table className="rights">
          <thead>
            <tr>
              <th scope="col">权限</th>
              {roles.map((role) => (
                <th key={role.roleName} scope="col" className={role.roleName === chosen ? 'chosen' : undefined}>
                  <span className="rights-role">
                    <button
                      type="button"
                      className="clip"
                      title={role.roleName}
                      aria-pressed={role.roleName === chosen}
                      onClick={() => choose(role.roleName === chosen ? null : role.roleName)}
                    >
                      {role.roleName}
                    </button>
                    <RoleMenu role={role} {...acts} />
                  </span>
                  <span className="small muted">{role.memberNumber} 人</span>
                </th>
              ))}
            </tr>
          </thead>
          {groups.map((group) => (
            <tbody key={group.title}>
              <tr className="rights-group">
                <th scope="rowgroup">{group.title}</th>
                {roles.map((role) => (
                  <td key={role.roleName} className={role.roleName === chosen ? 'chosen' : undefined} />
                ))}
              </tr>
              {group.rights.map((right) => (
                <tr key={right}>
                  <th scope="row">{rightLabels[right]}</th>
                  {roles.map((role) => (
                    <td key={role.roleName} className={role.roleName === chosen ? 'chosen' : undefined}>
                      <Has role={role} right={right} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
      <p className="rights-note" role="status">
        {shown ? `${shown.roleName}：${noteOf(shown)}` : '点击角色名称，查看它的说明。'}
      </p>
    </>
  )
}

/** What a role is for, in a sentence. */
function noteOf({ roleId, roleName }: Role): string {
  if (roleId !== null) return presetRoleOf(roleId)?.note ?? '企业自己设置的角色，可以修改、复制和删除。'
  return roleName === fixedRoles.administrator ? fixedRoleNotes.administrator : fixedRoleNotes.operator
}

function RoleMenu({ role, onEdit, onCopy, onDelete }: RoleActs & { role: Role }) {
  const copy = { key: 'copy', label: '复制', onPress: () => onCopy(role) }
  const own = [
    { key: 'edit', label: '修改', onPress: () => onEdit(role) },
    copy,
    { key: 'delete', label: '删除', danger: true, onPress: () => onDelete(role) },
  ]
  return (
    <MenuButton label={`更多：${role.roleName}`} items={role.roleKind === 'own' ? own : [copy]}>
      <MoreHorizontal size={16} />
    </MenuButton>
  )
}

function OneRole({ roles, ...acts }: RolesTableProps) {
  const [name, setName] = useState(roles[0]?.roleName ?? '')
  const role = roles.find((one) => one.roleName === name) ?? roles[0]
  if (!role) return null
  return (
    <div className="one-role">
      <div className="one-role-head">
        <SelectField
          label="角色"
          value={role.roleName}
          options={roles.map(({ roleName, memberNumber }) => ({
            value: roleName,
            label: `${roleName}（${memberNumber}人）`,
          }))}
          onChange={setName}
        />
        <RoleMenu role={role} {...acts} />
        <p className="small muted">{noteOf(role)}</p>
      </div>
      {groups.map((group) => (
        <section key={group.title}>
          <h2>{group.title}</h2>
          <ul>
            {group.rights.map((right) => (
              <li key={right}>
                {rightLabels[right]}
                <Has role={role} right={right} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function Has({ role, right }: { role: Role; right: Right }) {
  const reach = reachOf(right, role.rightArray)
  if (reach === 'department') return <span className="rights-narrow">本部门</span>
  return (
    <>
      {reach ? <Check size={18} aria-hidden="true" /> : <i aria-hidden="true" />}
      <span className="sr">{reach ? '有' : '无'}</span>
    </>
  )
}
