import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { firstPage } from '../../client/first-page.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { messageKeys, readMessages } from '../../kit/messages/message-keys.ts'
import { MessageRows } from '../../kit/messages/message-rows.tsx'
import { useUnread } from '../../kit/messages/use-unread.ts'

/** /user/messages: everything one was told in the present space, newest first. */
export function MessagesPage() {
  const [params] = useSearchParams()
  const unreadOnly = params.get('show') === 'unread'
  const { unread } = useUnread()
  const list = useInfiniteQuery({
    queryKey: messageKeys.list(unreadOnly),
    queryFn: ({ pageParam, signal }) =>
      call('listMessage', { cursor: pageParam, pageSize: 20, isRead: unreadOnly ? 'no' : null }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const messages = list.data?.pages.flatMap(({ messageArray }) => messageArray)
  const segments = [
    { key: 'all', label: '全部', to: '/user/messages' },
    { key: 'unread', label: '未读', count: unread, to: '/user/messages?show=unread' },
  ]
  return (
    <section className="card msg-page" aria-labelledby="messages-title">
      <h2 id="messages-title" className="sr">
        当前空间的消息
      </h2>
      <div className="card-head msg-tools">
        <Segments label="消息范围" segments={segments} current={unreadOnly ? 'unread' : 'all'} />
        <Button size="s" disabled={unread === 0} onClick={() => void readMessages()}>
          全部已读
        </Button>
      </div>
      {!messages && list.isError && <LoadingFailed onRetry={() => void list.refetch()} busy={list.isFetching} />}
      {!messages && !list.isError && (
        <div className="msg-wait" aria-busy="true">
          <Skeleton rows={5} height={48} />
        </div>
      )}
      {messages?.length === 0 && <EmptyState title="暂无消息" hint="消息保留180天" />}
      {messages && messages.length > 0 && <MessageRows messages={messages} labelledBy="messages-title" />}
      {list.hasNextPage && (
        <div className="msg-more">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            查看更早的消息
          </Button>
        </div>
      )}
    </section>
  )
}
