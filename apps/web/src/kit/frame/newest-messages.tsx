import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../../client/call.ts'
import { Link } from '../../router/link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { messageKeys, readMessages } from '../messages/message-keys.ts'
import { MessageRows } from '../messages/message-rows.tsx'

/** The newest messages, in the bell's panel. */
export function NewestMessages({ unread, close }: { unread: number; close: () => void }) {
  const title = useId()
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: messageKeys.recent,
    queryFn: ({ signal }) => call('listMessage', { pageSize: 20 }, { signal, quiet: true }),
  })
  return (
    <div className="msg-pop">
      <div className="pop-head">
        <h2 id={title} className="h2">
          消息
        </h2>
        {unread > 0 && (
          <button type="button" className="link" onClick={() => void readMessages()}>
            全部已读
          </button>
        )}
      </div>
      {!data && isError && <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !isError && (
        <div className="msg-wait" aria-busy="true">
          <Skeleton rows={3} height={48} />
        </div>
      )}
      {data?.messageArray.length === 0 && <EmptyState title="暂无消息" />}
      {data && data.messageArray.length > 0 && (
        <>
          <MessageRows messages={data.messageArray} most={5} labelledBy={title} onOpen={close} />
          <Link className="pop-all" to="/user/messages" onClick={close}>
            查看全部消息
          </Link>
        </>
      )}
    </div>
  )
}
