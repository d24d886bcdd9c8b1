import type { SentInvite } from '@moqi/api/members'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { ask } from '../../ui/ask-store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { Tag, type Tone } from '../../ui/tag.tsx'
import { success } from '../../ui/toast-store.ts'
import { TwoLines } from '../../ui/two-lines.tsx'
import { memberKeys } from '../../kit/members/member-keys.ts'
import { PagedList } from './paged-list.tsx'

const states: Record<SentInvite['inviteStatus'], readonly [tone: Tone, label: string]> = {
  invited: ['ochre', '待加入'],
  accepted: ['green', '已加入'],
  declined: ['void', '已拒绝'],
  expired: ['void', '已过期'],
  cancelled: ['void', '已取消'],
}

type Act = (invite: SentInvite, deed: 'resend' | 'cancel') => void

/** Who was invited and has not joined; each can be asked again, and waiting ones be taken back. */
export function InvitesTab({ keyword }: { keyword: string }) {
  const queryClient = useQueryClient()
  const act: Act = (invite, deed) =>
    void answer(invite, deed).then(async (done) => {
      if (done) await queryClient.invalidateQueries({ queryKey: memberKeys.all })
    })
  return (
    <div className="card members-list">
      <PagedList
        name="invites"
        title="邀请"
        filter={keyword}
        read={async (asked, signal) => {
          const wanted = { ...(keyword && { keyword }), ...asked }
          const { inviteArray, nextCursor, total } = await call('listInviteUser', wanted, { signal })
          return { rows: inviteArray, nextCursor, total }
        }}
        columns={columnsOf(act)}
        rowKey={({ invitationId }) => invitationId}
        renderCard={(invite) => <InviteCard invite={invite} act={act} />}
        empty={
          <EmptyState
            title={keyword ? '没有找到符合条件的邀请' : '没有待加入的成员'}
            hint={keyword ? '' : '邀请发出后7天内有效，对方同意后即成为成员。'}
          />
        }
      />
    </div>
  )
}

function InviteCard({ invite, act }: { invite: SentInvite; act: Act }) {
  return (
    <ListCard
      title={invite.memberName}
      tag={<State invite={invite} />}
      facts={[
        ['手机号', invite.phone],
        ['部门', invite.departmentName ?? '未分配部门'],
        ['角色', invite.roleName],
      ]}
      foot={until(invite)}
      actions={<Deeds invite={invite} act={act} as="buttons" />}
    />
  )
}

const until = ({ inviteStatus, expireTime }: SentInvite) =>
  inviteStatus === 'invited' ? `${formatDate(expireTime, '{y}-{m}-{d} {h}:{i}')} 前有效` : '可再次邀请'

const columnsOf = (act: Act): readonly PlainColumn<SentInvite>[] => [
  { title: '姓名', width: 184, render: ({ memberName, phone }) => <TwoLines name={memberName} company={phone} /> },
  { title: '部门', render: ({ departmentName }) => departmentName ?? <span className="muted">—</span> },
  { title: '角色', width: 152, render: ({ roleName }) => <span className="role-chip clip">{roleName}</span> },
  { title: '状态', width: 104, render: (invite) => <State invite={invite} /> },
  { title: '有效期', width: 176, render: (invite) => <span className="muted small">{until(invite)}</span> },
  { title: '操作', width: 168, render: (invite) => <Deeds invite={invite} act={act} /> },
]

function State({ invite }: { invite: SentInvite }) {
  const [tone, label] = states[invite.inviteStatus]
  return <Tag tone={tone}>{label}</Tag>
}

function Deeds({ invite, act, as = 'words' }: { invite: SentInvite; act: Act; as?: 'words' | 'buttons' }) {
  const again = { key: 'resend', label: '再次邀请', onPress: () => act(invite, 'resend') }
  const cancel = { key: 'cancel', label: '取消邀请', danger: true, onPress: () => act(invite, 'cancel') }
  const actions = invite.inviteStatus === 'invited' ? [again, cancel] : [again]
  return <RowActions subject={invite.memberName} actions={actions} as={as} />
}

async function answer({ invitationId, memberName }: SentInvite, deed: 'resend' | 'cancel'): Promise<boolean> {
  const text = `确定取消对${memberName}的邀请吗？`
  if (deed === 'cancel' && !(await ask({ title: '提示', text, confirm: '取消邀请', cancel: '暂不', tone: 'seal' })))
    return false
  try {
    if (deed === 'resend') await call('resendInvite', { invitationId })
    else await call('cancelInvite', { invitationId })
    success(deed === 'resend' ? '邀请已再次发送' : '邀请已取消')
    return true
  } catch (refusal) {
    showRefusal(refusal)
    return false
  }
}
