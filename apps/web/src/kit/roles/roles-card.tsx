import type { Role } from '@moqi/api/role'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useKept } from '../../client/use-kept.ts'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { success } from '../../ui/toast-store.ts'
import { DeleteRoleSheet } from './delete-role-sheet.tsx'
import { copyOf, isRole, type EditedRole } from './edited-role.ts'
import { RoleSheet } from './role-sheet.tsx'
import { RolesTable } from './roles-table.tsx'
import { useRoles } from './use-roles.ts'

type RolesCardProps = {
  /** Which role is being made or changed. */
  edited: EditedRole | null
  onEdit: (role: EditedRole | null) => void
  foot: ReactNode
}

/** The company's roles as a table, and what is done with one. */
export function RolesCard({ edited, onEdit, foot }: RolesCardProps) {
  const queryClient = useQueryClient()
  const { data: roles, isError, isFetching, refetch } = useRoles()
  const [leaving, leave] = useKept<Role | null>('leaving', isRole, () => null)
  const changed = async (text: string) => {
    onEdit(null)
    leave(null)
    success(text)
    await queryClient.invalidateQueries({ queryKey: ['members'] })
  }
  if (isError && !roles) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  if (!roles)
    return (
      <div className="card roles-wait" aria-busy="true">
        <Skeleton rows={8} height={40} />
      </div>
    )
  return (
    <div className="card roles-card">
      <RolesTable roles={roles} onEdit={onEdit} onCopy={(role) => onEdit(copyOf(role))} onDelete={leave} />
      <div className="spread roles-foot">{foot}</div>
      {edited && (
        <RoleSheet
          role={edited}
          holders={roles.find(({ roleId }) => roleId !== null && roleId === edited.roleId)?.memberNumber ?? 0}
          onDone={() => void changed('角色已保存')}
          onClose={() => onEdit(null)}
        />
      )}
      {leaving && (
        <DeleteRoleSheet
          role={leaving}
          roles={roles.filter(({ roleId }) => roleId !== leaving.roleId)}
          onDone={() => void changed('角色已删除')}
          onClose={() => leave(null)}
        />
      )}
    </div>
  )
}
