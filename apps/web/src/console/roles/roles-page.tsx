import { Plus } from 'lucide-react'
import { useSpace } from '../../client/space-store.ts'
import { useKept } from '../../client/use-kept.ts'
import { Note } from '../../kit/console/panel.tsx'
import { MemberLog } from '../../kit/members/member-log.tsx'
import { isEditedRole, newRole, type EditedRole } from '../../kit/roles/edited-role.ts'
import { RolesCard } from '../../kit/roles/roles-card.tsx'
import { hasRight } from '../../kit/space/space-facts.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Segments } from '../../ui/segments.tsx'
import { WhoHas } from './who-has.tsx'
import './roles-page.css'

const tabs = ['table', 'who', 'log'] as const
type Tab = (typeof tabs)[number]
const pathOf = (tab: Tab) => `/roles?tab=${tab}`

const tabWords: Record<Tab, string> = { table: '权限表', who: '谁有这项权限', log: '操作记录' }

/** The company's roles: what each gives, and the question turned round. */
export function RolesPage() {
  const space = useSpace(({ current }) => current)
  const [params] = useSearchParams()
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'table'
  const [edited, edit] = useKept<EditedRole | null>('edited', isEditedRole, () => null)
  if (!space) return null
  const manages = hasRight(space, 'manageMembers')
  return (
    <div className="con-in">
      <div className="con-head roles-head">
        <h1 className="h1">角色与权限</h1>
        {manages && tab === 'table' && (
          <Button variant="primary" onClick={() => edit(newRole)}>
            <Plus size={18} />
            新增角色
          </Button>
        )}
      </div>
      {manages ? (
        <>
          <div className="roles-tabs">
            <Segments
              label="角色与权限"
              current={tab}
              segments={tabs.map((key) => ({ key, label: tabWords[key], to: pathOf(key) }))}
            />
          </div>
          {tab === 'table' && <RolesCard edited={edited} onEdit={edit} foot={<RolesNotes />} />}
          {tab === 'who' && <WhoHas />}
          {tab === 'log' && <MemberLog about="roles" />}
        </>
      ) : (
        <Note tone="blue">只有企业管理员可以查看和调整角色，请联系管理员。</Note>
      )}
    </div>
  )
}

const RolesNotes = () => (
  <span className="muted small">
    管理员即系统管理员，经办人即业务流程发起人。预设角色不能修改，可以复制后调整；签署自己收到的合同不需要额外权限。
  </span>
)
