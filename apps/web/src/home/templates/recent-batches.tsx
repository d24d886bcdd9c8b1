import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { Link } from '../../router/link.tsx'
import type { BatchHead } from '@moqi/api/batch'
import { batchPath } from './batch-steps.ts'
import { templateKeys } from '../../kit/templates/template-keys.ts'

/** The own batches of late, each leading to its progress; nothing while there are none. */
export function RecentBatches() {
  const { data } = useQuery({
    queryKey: templateKeys.batches,
    queryFn: ({ signal }) => call('listBatches', {}, { signal, quiet: true }),
    refetchInterval: (query) =>
      query.state.data?.batchArray.some(({ batchState }) => batchState === 'running') ? 2000 : false,
  })
  const batches = data?.batchArray ?? []
  if (batches.length === 0) return null
  return (
    <section className="recent-batches" aria-labelledby="recent-batches">
      <h2 id="recent-batches" className="h2">
        批量发起记录
      </h2>
      <ul className="card">
        {batches.map((batch) => (
          <li key={batch.batchId}>
            <span className="clip">{batch.templateName}</span>
            <span className="small muted only-desktop">{formatDate(batch.createTime, '{y}-{m}-{d} {h}:{i}')}</span>
            <span className="small">{progressOf(batch)}</span>
            <Link
              className="link"
              to={batchPath(batch.batchId)}
              aria-label={`查看批量发起：${batch.templateName}，${batch.fileName}`}
            >
              查看
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function progressOf({ batchState, doneNumber, failedNumber, listedNumber, total }: BatchHead): string {
  if (batchState === 'listed') return `${listedNumber} 行待发送`
  return [
    `${doneNumber} / ${total} 份`,
    failedNumber > 0 ? `失败 ${failedNumber} 份` : '',
    listedNumber > 0 ? `未发送 ${listedNumber} 行` : '',
  ]
    .filter(Boolean)
    .join('，')
}
