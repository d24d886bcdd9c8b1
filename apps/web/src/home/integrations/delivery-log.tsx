import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { formatDate } from '@moqi/domain/time/format-date'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { firstPage } from '../../client/first-page.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { success } from '../../ui/toast-store.ts'
import { integrationKeys, rereadIntegrations } from './integration-keys.ts'

type Delivery = Output<Table['listWebhookDelivery']>['deliveryArray'][number]

const options = [
  { value: 'all', label: '全部' },
  { value: 'failed', label: '未送达' },
] as const
const minutely = '{y}-{m}-{d} {h}:{i}:{s}'
/** While something waits, how it goes is looked at again. */
const lookAgainMs = 5000

/** What an integration was told, newest first, with each try; what has ended can be sent again. */
export function DeliveryLog({ integrationId }: { integrationId: string }) {
  const [shown, show] = useState<'all' | 'failed'>('all')
  const isFailed = shown === 'failed'
  const log = useInfiniteQuery({
    queryKey: integrationKeys.deliveries(integrationId, isFailed),
    queryFn: ({ pageParam, signal }) => {
      const asked = { integrationId, failedOnly: isFailed ? (1 as const) : (0 as const), pageSize: 20 as const }
      return call('listWebhookDelivery', { ...asked, cursor: pageParam }, { signal })
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ deliveryArray }) => deliveryArray.some(isWaiting)) ? lookAgainMs : false,
  })
  const lines = log.data?.pages.flatMap(({ deliveryArray }) => deliveryArray)
  return (
    <section className="card call-log">
      <div className="spread">
        <h3 className="h3">
          回调记录<span className="small muted">保留30天</span>
        </h3>
        <Segmented label="送达结果" options={options} value={shown} onChange={show} />
      </div>
      {lines ? (
        <Lines integrationId={integrationId} lines={lines} isFailed={isFailed} />
      ) : log.isError ? (
        <LoadingFailed onRetry={() => void log.refetch()} busy={log.isFetching} />
      ) : (
        <Skeleton rows={5} height={44} />
      )}
      {log.hasNextPage && (
        <div className="call-log-more">
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            查看更早的记录
          </Button>
        </div>
      )}
    </section>
  )
}

const isWaiting = ({ deliveryStatus }: Delivery) => deliveryStatus === 'waiting'

type LinesProps = { integrationId: string; lines: readonly Delivery[]; isFailed: boolean }

function Lines({ integrationId, lines, isFailed }: LinesProps) {
  const keyOf = useRepeatKey()
  const replaying = useMutation({
    // Told once more, it has one more try: to send it again is another effect then.
    mutationFn: ({ eventId, tries }: { eventId: string; tries: number }) =>
      call('replayWebhook', { integrationId, eventId }, { key: keyOf({ eventId, tries }) }),
    onSuccess: () => success('已重新发送'),
    onError: showRefusal,
    onSettled: rereadIntegrations,
  })
  if (lines.length === 0)
    return (
      <EmptyState
        title={isFailed ? '没有未送达的事件' : '还没有回调'}
        {...(!isFailed && { hint: '点“发送测试”试一试；合同有变化时，事件会出现在这里。' })}
      />
    )
  return (
    <ol>
      {lines.map((line) => (
        <li key={line.eventId}>
          <span className="call-log-what">
            <b>{line.eventLabel}</b>
            <code className="small">{line.event}</code>
          </span>
          <Result line={line} />
          <span className="call-log-where">
            <span className="small muted num call-log-where">
              <time>{formatDate(line.createTime, minutely)}</time>
              <code title="事件编号">{line.eventId}</code>
            </span>
            {!isWaiting(line) && (
              <Button
                variant="quiet"
                size="s"
                busy={replaying.isPending && replaying.variables.eventId === line.eventId}
                aria-label={`重新发送${line.eventLabel}`}
                onClick={() => replaying.mutate({ eventId: line.eventId, tries: line.tryArray.length })}
              >
                重新发送
              </Button>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Result({ line: { deliveryStatus, tryArray, nextTime, body } }: { line: Delivery }) {
  const [last] = tryArray
  return (
    <div className="webhook-result">
      {deliveryStatus === 'delivered' ? (
        <span className="call-log-done">
          已送达 <span className="small muted num">{last ? `${last.status ?? ''} · ${last.duration} ms` : ''}</span>
        </span>
      ) : deliveryStatus === 'failed' ? (
        <span className="call-log-refused">
          <b>未送达</b>
          {last?.fault}
        </span>
      ) : (
        <span className="muted">
          {last ? `第${tryArray.length}次未送达：${last.fault ?? ''}，${nextOf(nextTime)}` : '等待发送'}
        </span>
      )}
      <details>
        <summary className="small">内容与每次结果</summary>
        <pre className="small">{body}</pre>
        <ol>
          {tryArray.map(({ time, status, fault, duration }) => (
            <li key={time} className="small num">
              {formatDate(time, minutely)} {status ?? '无应答'} {duration} ms {fault}
            </li>
          ))}
        </ol>
      </details>
    </div>
  )
}

const nextOf = (time: number | null) => (time === null ? '稍后再试' : `${formatDate(time, minutely)}再试`)
