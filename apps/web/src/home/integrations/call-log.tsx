import type { IntegrationCall } from '@moqi/api/integration'
import { formatDate } from '@moqi/domain/time/format-date'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { firstPage } from '../../client/first-page.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { integrationKeys } from './integration-keys.ts'

const options = [
  { value: 'all', label: '全部' },
  { value: 'failed', label: '出错' },
] as const

/** What an integration asked, newest first, and why it was refused where it was. */
export function CallLog({ integrationId }: { integrationId: string }) {
  const [shown, show] = useState<'all' | 'failed'>('all')
  const isFailed = shown === 'failed'
  const log = useInfiniteQuery({
    queryKey: integrationKeys.log(integrationId, isFailed),
    queryFn: ({ pageParam, signal }) => {
      const asked = { integrationId, failedOnly: isFailed ? (1 as const) : (0 as const), pageSize: 20 as const }
      return call('listIntegrationCall', { ...asked, cursor: pageParam }, { signal })
    },
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  return (
    <section className="card call-log">
      <div className="spread">
        <h3 className="h3">
          调用日志<span className="small muted">保留30天</span>
        </h3>
        <Segmented label="调用结果" options={options} value={shown} onChange={show} />
      </div>
      <Lines log={log} isFailed={isFailed} />
      {log.hasNextPage && (
        <div className="call-log-more">
          <Button busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
            查看更早的调用
          </Button>
        </div>
      )}
    </section>
  )
}

type Log = {
  data: { pages: readonly { callArray: readonly IntegrationCall[] }[] } | undefined
  isError: boolean
  isFetching: boolean
  refetch: () => unknown
}

function Lines({ log, isFailed }: { log: Log; isFailed: boolean }) {
  if (log.isError && !log.data) return <LoadingFailed onRetry={() => void log.refetch()} busy={log.isFetching} />
  if (!log.data) return <Skeleton rows={5} height={44} />
  const lines = log.data.pages.flatMap(({ callArray }) => callArray)
  if (lines.length === 0)
    return (
      <EmptyState
        title={isFailed ? '没有出错的调用' : '还没有调用'}
        {...(!isFailed && { hint: '生成密钥后，按接口文档签名请求，调用会出现在这里。' })}
      />
    )
  return (
    <ol>
      {lines.map((line) => (
        <li key={line.callId}>
          <span className="call-log-what">
            <b>{line.callLabel ?? '未知接口'}</b>
            <code className="small">{line.callName}</code>
          </span>
          <Outcome line={line} />
          <span className="small muted num call-log-where">
            <time>{formatDate(line.time, '{y}-{m}-{d} {h}:{i}:{s}')}</time>
            <span>{line.address}</span>
            <code title="请求编号">{line.requestId}</code>
          </span>
        </li>
      ))}
    </ol>
  )
}

function Outcome({ line: { status, refusal, duration } }: { line: IntegrationCall }) {
  if (refusal !== null)
    return (
      <span className="call-log-refused">
        <b>{status === 200 ? '业务拒绝' : `拒绝 ${status ?? ''}`}</b>
        {refusal}
      </span>
    )
  if (status === null) return <span className="muted">处理中，或已中断</span>
  if (status >= 400) return <span className="call-log-refused">{`出错 ${status}`}</span>
  return (
    <span className="call-log-done">
      成功 <span className="small muted num">{duration} ms</span>
    </span>
  )
}
