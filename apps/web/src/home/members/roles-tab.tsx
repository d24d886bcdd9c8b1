import type { Role } from '@moqi/api/members'
import { rightGroups, rightLabels, rights, type Right } from '@moqi/domain/spaces/rights'
import { useQueryClient } from '@tanstack/react-query'
import { Check, MoreHorizontal, Plus } from 'lucide-react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { isNumber, isText, listOf, oneOf, orNull, record } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { ask } from '../../ui/ask-store.ts'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { MenuButton } from '../../ui/menu-button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { success } from '../../ui/toast-store.ts'
import { memberKeys } from './member-keys.ts'
import { RoleSheet } from './role-sheet.tsx'
import { useRoles } from './use-groups.ts'

const isRole = record<Role>({
  roleId: orNull(isText),
  roleName: isText,
  rightArray: listOf(oneOf(...rights)),
  memberNumber: isNumber,
})
const isEdited = (kept: unknown): kept is Role | 'new' | null => kept === null || kept === 'new' || isRole(kept)

/** Who may do what: a plain grid, read across. */
export function RolesTab() {
  const queryClient = useQueryClient()
  const { data: roles, isError, isFetching, refetch } = useRoles()
  const [edited, edit] = useKept<Role | 'new' | null>('edited', isEdited, () => null)
  const changed = async (text: string) => {
    edit(null)
    success(text)
    await queryClient.invalidateQueries({ queryKey: memberKeys.all })
  }
  const remove = async ({ roleId, roleName }: Role) => {
    const text = `确定删除角色“${roleName}”吗？`
    if (!(await ask({ title: '提示', text, confirm: '删除', cancel: '取消', tone: 'seal' }))) return
    try {
      await call('deleteRole', { roleId: roleId ?? '' })
      await changed('角色已删除')
    } catch (refusal) {
      showRefusal(refusal)
    }
  }
  if (isError && !roles) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  if (!roles)
    return (
      <div className="card members-wait" aria-busy="true">
        <Skeleton rows={6} height={44} />
      </div>
    )
  return (
    <div className="card rights">
      <div className="rights-scroll" tabIndex={0} role="region" aria-label="角色与权限">
        <table>
          <thead>
            <tr>
              <th scope="col" colSpan={2}>
                权限
              </th>
              {roles.map((role) => (
                <th key={role.roleId ?? role.roleName} scope="col">
                  <span className="rights-role">
                    <span className="clip" title={role.roleName}>
                      {role.roleName}
                    </span>
                    {role.roleId !== null && (
                      <MenuButton
                        label={`更多：${role.roleName}`}
                        items={[
                          { key: 'edit', label: '修改', onPress: () => edit(role) },
                          { key: 'delete', label: '删除', danger: true, onPress: () => void remove(role) },
                        ]}
                      >
                        <MoreHorizontal size={16} />
                      </MenuButton>
                    )}
                  </span>
                  <span className="small muted">{role.memberNumber} 人</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rightGroups.flatMap((group) =>
              group.rights.map((right, index) => (
                <tr key={right} className={index === 0 ? 'first' : ''}>
                  {index === 0 && (
                    <th scope="rowgroup" rowSpan={group.rights.length}>
                      {group.title}
                    </th>
                  )}
                  <th scope="row">{rightLabels[right]}</th>
                  {roles.map((role) => (
                    <Has key={role.roleId ?? role.roleName} role={role} right={right} />
                  ))}
                </tr>
              )),
            )}
          </tbody>
        </table>
      </div>
      <div className="spread rights-foot">
        <span className="muted small">管理员和经办人的权限不能修改。签署自己收到的合同不需要额外权限。</span>
        <button type="button" className="link" onClick={() => edit('new')}>
          <Plus size={16} />
          新增角色
        </button>
      </div>
      {edited && (
        <RoleSheet
          role={edited === 'new' ? null : edited}
          onDone={() => void changed('角色已保存')}
          onClose={() => edit(null)}
        />
      )}
    </div>
  )
}

function Has({ role, right }: { role: Role; right: Right }) {
  const has = role.rightArray.includes(right)
  return (
    <td>
      {has ? <Check size={18} aria-hidden="true" /> : <i aria-hidden="true" />}
      <span className="sr">{has ? '有' : '无'}</span>
    </td>
  )
}
