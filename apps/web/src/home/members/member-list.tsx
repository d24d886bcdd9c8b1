import type { CompanyMember } from '@moqi/api/members'
import { formatDate } from '@moqi/domain/time/format-date'
import { call } from '../../client/call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { memberActions, type MemberDeed } from './member-actions.ts'
import { PagedList } from './paged-list.tsx'

type MemberListProps = {
  keyword: string
  departmentId: string | null
  onDeed: (deed: MemberDeed, member: CompanyMember) => void
}

/** The members of the company, or of one department. */
export function MemberList({ keyword, departmentId, onDeed }: MemberListProps) {
  return (
    <PagedList
      name="list"
      title="成员"
      filter={`${keyword} ${departmentId}`}
      read={async (asked, signal) => {
        const wanted = { ...(keyword && { keyword }), departmentId, ...asked }
        const { memberArray, nextCursor, total } = await call('listMember', wanted, { signal })
        return { rows: memberArray, nextCursor, total }
      }}
      columns={columnsOf(onDeed)}
      rowKey={({ memberId }) => memberId}
      renderCard={(member) => <MemberCard member={member} onDeed={onDeed} />}
      empty={<EmptyState title={keyword ? '没有找到符合条件的成员' : '该部门还没有成员'} />}
    />
  )
}

const columnsOf = (onDeed: MemberListProps['onDeed']): readonly PlainColumn<CompanyMember>[] => [
  { title: '姓名', width: 184, render: ({ memberName, phone }) => <TwoLines name={memberName} company={phone} /> },
  { title: '部门', render: ({ departmentName }) => departmentName ?? <span className="muted">—</span> },
  { title: '角色', width: 152, render: (member) => <RoleChip member={member} /> },
  { title: '可用印章', width: 88, shownFrom: 'desktop', render: ({ sealNumber }) => seals(sealNumber) },
  { title: '状态', width: 104, render: (member) => <State member={member} /> },
  { title: '操作', width: 152, render: (member) => <Deeds member={member} onDeed={onDeed} /> },
]

const seals = (count: number) => (count > 0 ? `${count} 枚` : <span className="muted">—</span>)

const RoleChip = ({ member }: { member: CompanyMember }) => (
  <span className={member.isSpaceOwner === 'yes' ? 'role-chip own clip' : 'role-chip clip'}>{member.roleName}</span>
)

const State = ({ member: { memberStatus } }: { member: CompanyMember }) =>
  memberStatus === 'enabled' ? <Tag tone="green">正常</Tag> : <Tag tone="void">已停用</Tag>

type DeedsProps = { member: CompanyMember; onDeed: MemberListProps['onDeed']; as?: 'words' | 'buttons' }

function Deeds({ member, onDeed, as = 'words' }: DeedsProps) {
  const actions = memberActions(member).map(({ deed, ...shown }) => ({
    ...shown,
    key: deed,
    onPress: () => onDeed(deed, member),
  }))
  return <RowActions subject={member.memberName} actions={actions} as={as} />
}

function MemberCard({ member, onDeed }: { member: CompanyMember; onDeed: MemberListProps['onDeed'] }) {
  const { memberName, phone, departmentName, roleName, joinTime } = member
  return (
    <ListCard
      title={memberName}
      tag={<State member={member} />}
      facts={[
        ['手机号', phone],
        ['部门', departmentName ?? '未分配部门'],
        ['角色', roleName],
      ]}
      foot={`${formatDate(joinTime, '{y}-{m}-{d}')} 加入`}
      actions={<Deeds member={member} onDeed={onDeed} as="buttons" />}
    />
  )
}
