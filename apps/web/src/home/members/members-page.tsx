import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserCog, UserPlus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { call } from '../../client/call.ts'
import { oneOf, orNull } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { MemberLog } from '../../kit/members/member-log.tsx'
import { useRoles } from '../../kit/roles/use-roles.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segments } from '../../ui/segments.tsx'
import { success } from '../../ui/toast-store.ts'
import { InviteSheet } from './invite-sheet.tsx'
import { InvitesTab } from './invites-tab.tsx'
import { memberKeys } from '../../kit/members/member-keys.ts'
import './members.css'
import { MembersTab } from './members-tab.tsx'
import { RolesTab } from './roles-tab.tsx'
import { AdministrationSheet } from './administration-sheet.tsx'
import { useDepartments } from '../../kit/members/use-departments.ts'

const isSheet = orNull(oneOf('invite', 'transfer'))
const tabs = ['members', 'roles', 'invites', 'log'] as const
type Tab = (typeof tabs)[number]
const pathOf = (tab: Tab) => `/company-space/personal-management?tab=${tab}`

const bodies: Record<Tab, (keyword: string) => ReactNode> = {
  members: (keyword) => <MembersTab keyword={keyword} />,
  roles: () => <RolesTab />,
  invites: (keyword) => <InvitesTab keyword={keyword} />,
  log: () => <MemberLog />,
}

function Tabs({ current }: { current: Tab }) {
  const { data: numbers } = useDepartments()
  const { data: roles } = useRoles()
  return (
    <Segments
      label="成员管理"
      current={current}
      segments={[
        { key: 'members', label: '成员', count: numbers?.memberNumber, to: pathOf('members') },
        { key: 'roles', label: '角色', count: roles?.length, to: pathOf('roles') },
        { key: 'invites', label: '待加入', count: numbers?.inviteNumber, to: pathOf('invites') },
        { key: 'log', label: '操作记录', to: pathOf('log') },
      ]}
    />
  )
}

/** /company-space/personal-management (checklist R38): members, roles, departments, invitations, administration. */
export function MembersPage() {
  const [params] = useSearchParams()
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'members'
  const queryClient = useQueryClient()
  const [sheet, open] = useKept('sheet', isSheet, () => null)
  const [keyword, search] = useState('')
  const { data: transfer } = useQuery({
    queryKey: memberKeys.transfer,
    queryFn: ({ signal }) => call('getTransfer', {}, { signal }),
  })
  const pending = transfer?.transfer ?? null
  const transferred = (told: string) => {
    open(null)
    success(told)
    void queryClient.invalidateQueries({ queryKey: memberKeys.all })
  }
  return (
    <>
      <div className="row members-head">
        <a className="link" href="/console/members">
          批量导入与调整
        </a>
        <Button onClick={() => open('transfer')}>
          <UserCog size={18} />
          {pending ? '转让确认中' : '转让管理员'}
        </Button>
        <Button variant="primary" onClick={() => open('invite')}>
          <UserPlus size={18} />
          邀请成员
        </Button>
      </div>
      <div className="spread members-bar">
        <Tabs current={tab} />
        {(tab === 'members' || tab === 'invites') && (
          <SearchField label="姓名或手机号" maxLength={60} value={keyword} onSearch={search} />
        )}
      </div>
      {bodies[tab](keyword)}
      {sheet === 'invite' && <InviteSheet onDone={() => open(null)} onClose={() => open(null)} />}
      {sheet === 'transfer' && (
        <AdministrationSheet pending={pending} onDone={transferred} onClose={() => open(null)} />
      )}
    </>
  )
}
