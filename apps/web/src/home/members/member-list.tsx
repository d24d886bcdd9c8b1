import type { CompanyMember } from '@moqi/api/members'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListCard } from '../../ui/list-card.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { PlainTable, type PlainColumn } from '../../ui/plain-table.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Who } from '../../ui/who.tsx'
import { memberActions, type MemberDeed } from './member-actions.ts'
import { pageSizeOf, usePages } from './use-pages.ts'

type MemberListProps = {
  keyword: string
  departmentId: string | null
  onDeed: (deed: MemberDeed, member: CompanyMember) => void
}

/** One page of members, as a table or as cards. */
export function MemberList({ keyword, departmentId, onDeed }: MemberListProps) {
  const [pageSize, setPageSize] = useState<10 | 20 | 50>(10)
  const filter = `${keyword} ${departmentId} ${pageSize}`
  const { cursor, previous, nextTo } = usePages(filter)
  const list = useQuery({
    queryKey: ['members', 'list', filter, cursor],
    queryFn: ({ signal }) =>
      call('listMember', { ...(keyword && { keyword }), departmentId, cursor, pageSize }, { signal }),
    placeholderData: (before, query) => (query?.queryKey[2] === filter ? before : undefined),
  })
  if (list.isError && !list.data) return <LoadingFailed onRetry={() => void list.refetch()} busy={list.isFetching} />
  if (!list.data)
    return (
      <div className="members-wait" aria-busy="true">
        <Skeleton rows={6} height={44} />
      </div>
    )
  const { memberArray, nextCursor, total } = list.data
  if (memberArray.length === 0) return <EmptyState title={keyword ? '没有找到符合条件的成员' : '该部门还没有成员'} />
  return (
    <>
      <h2 id="members-title" className="sr">
        成员
      </h2>
      <div className="only-desk">
        <PlainTable
          labelledBy="members-title"
          columns={columnsOf(onDeed)}
          rows={memberArray}
          rowKey={({ memberId }) => memberId}
        />
      </div>
      <div className="only-phone members-cards">
        {memberArray.map((member) => (
          <MemberCard key={member.memberId} member={member} onDeed={onDeed} />
        ))}
      </div>
      <Pager
        total={`共${total}条`}
        pageSize={pageSize}
        onPageSize={(size) => setPageSize(pageSizeOf(size))}
        onPrevious={previous}
        onNext={nextTo(nextCursor)}
      />
    </>
  )
}

const columnsOf = (onDeed: MemberListProps['onDeed']): readonly PlainColumn<CompanyMember>[] => [
  { title: '姓名', width: 184, render: ({ memberName, phone }) => <Who name={memberName} company={phone} /> },
  { title: '部门', render: ({ departmentName }) => departmentName ?? <span className="muted">—</span> },
  { title: '角色', width: 152, render: (member) => <RoleChip member={member} /> },
  { title: '可用印章', width: 88, render: ({ sealNumber }) => seals(sealNumber) },
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
