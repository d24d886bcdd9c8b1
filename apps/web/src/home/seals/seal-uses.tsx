import type { Sent } from '@moqi/api/call'
import type { SignatureRecord } from '@moqi/api/signature-record'
import type { Table } from '@moqi/api/table'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { viewPath } from '../../kit/contract/contract-paths.ts'
import { Link } from '../../router/link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { pageSizeOf, usePages } from '../../ui/use-pages.ts'
import { sealKeys } from './seal-keys.ts'
import { rightOf } from './seal-words.ts'

/** Which uses of which seal. */
export type UsesAsked = Sent<Table['listSignatureRecords']> & { sealId: string }

/** The uses of a seal, newest first, page by page. */
export function SealUses({ asked }: { asked: UsesAsked }) {
  const [pageSize, setPageSize] = useState<10 | 20 | 50>(10)
  const key = JSON.stringify([asked, pageSize])
  const { cursor, before, previous, nextTo } = usePages(key)
  const list = useQuery({
    queryKey: [...sealKeys.one(asked.sealId), 'uses', key, cursor],
    queryFn: ({ signal }) => call('listSignatureRecords', { ...asked, cursor, pageSize }, { signal }),
    placeholderData: (shown) => shown,
  })
  if (list.isError && !list.data) return <LoadingFailed onRetry={() => void list.refetch()} busy={list.isFetching} />
  if (!list.data) return <Skeleton rows={5} height={44} />
  const { recordArray, nextCursor } = list.data
  if (recordArray.length === 0) return <EmptyState title="暂无用印记录" />
  return (
    <>
      <ol className="seal-uses" aria-busy={list.isPlaceholderData}>
        {recordArray.map((record) => (
          <Use key={record.recordId} record={record} />
        ))}
      </ol>
      <Pager
        total={`第${before + 1}页`}
        pageSize={pageSize}
        onPageSize={(size) => setPageSize(pageSizeOf(size))}
        onPrevious={previous}
        onNext={nextTo(list.isPlaceholderData ? null : nextCursor)}
      />
    </>
  )
}

function Use({ record }: { record: SignatureRecord }) {
  const { taskName, taskNo, signId, signerName, signTime, disputeTime, sha256 } = record
  return (
    <li>
      <span className="two-lines">
        <Link to={viewPath({ signId, taskType: 'normal' })} className="title-link clip" title={taskName}>
          {taskName || '未命名合同'}
        </Link>
        <span className="num clip">{taskNo}</span>
      </span>
      <span className="two-lines">
        <span className="clip">{signerName}</span>
        <span className="num">{formatDate(signTime, '{y}-{m}-{d} {h}:{i}:{s}')}</span>
      </span>
      <span className="two-lines">
        {disputeTime === null ? <span className="clip">{rightOf(record)}</span> : <Tag tone="seal">已报告异议</Tag>}
        <code className="clip" title={`SHA-256 ${sha256}`}>
          {sha256.slice(0, 8)}…{sha256.slice(-8)}
        </code>
      </span>
    </li>
  )
}
