import { Plus } from 'lucide-react'
import { useKept } from '../../client/use-kept.ts'
import { isEditedRole, newRole, type EditedRole } from '../../kit/roles/edited-role.ts'
import { RolesCard } from '../../kit/roles/roles-card.tsx'

/** Who may do what, beside the members. */
export function RolesTab() {
  const [edited, edit] = useKept<EditedRole | null>('edited', isEditedRole, () => null)
  return (
    <RolesCard
      edited={edited}
      onEdit={edit}
      foot={
        <>
          <span className="muted small">
            管理员、经办人与预设角色的权限不能修改，可以复制。签署自己收到的合同不需要额外权限。
          </span>
          <button type="button" className="link" onClick={() => edit(newRole)}>
            <Plus size={16} />
            新增角色
          </button>
        </>
      }
    />
  )
}
