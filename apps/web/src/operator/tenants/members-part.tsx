import { formatDate } from '@moqi/domain/time/format-date'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { Button } from '../../ui/button.tsx'
import { PartList, UnreadPart } from './part-list.tsx'
import { useEndedLook } from './use-part.ts'

/** Who belongs to the space, and as what. */
export function MembersPart({ tenantId }: { tenantId: string }) {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, ...unread } = useInfiniteQuery({
    queryKey: ['operator-look', tenantId, 'tenantMembers'],
    queryFn: ({ signal, pageParam }) =>
      call('tenantMembers', { tenantId, ...(pageParam && { cursor: pageParam }) }, { signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    retry: false,
    gcTime: 0,
  })
  useEndedLook(tenantId, unread.error)
  if (!data) return <UnreadPart {...unread} />
  const rows = data.pages.flatMap(({ memberArray }) => memberArray)
  return (
    <>
      <PartList
        label="成员"
        empty="没有成员"
        rows={rows.map((row) => ({
          key: row.memberId,
          title: row.memberName,
          note: `${row.phone}　${formatDate(row.joinTime)} 加入`,
          end: row.memberStatus === 'disabled' ? `${row.roleName}（已停用）` : row.roleName,
        }))}
      />
      {hasNextPage && (
        <div className="room-more">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            显示更多
          </Button>
        </div>
      )}
    </>
  )
}
