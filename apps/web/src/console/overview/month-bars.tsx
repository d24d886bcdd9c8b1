import { countText } from '@moqi/domain/labels/count-text'
import { useQuery } from '@tanstack/react-query'
import type { Space } from '../../client/space-store.ts'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { monthsQuery } from './overview-reads.ts'

/** Contracts finished in each of the last six months, the present one darker. */
export function MonthBars({ space }: { space: Space }) {
  const { data: months, isError, isFetching, refetch } = useQuery(monthsQuery(space.tenantId))
  const most = Math.max(1, ...(months ?? []).map(({ finishedNumber }) => finishedNumber))
  return (
    <section className="card ov-panel" aria-labelledby="ov-months">
      <h2 className="h2" id="ov-months">
        每月签署完成
        <span className="small muted">份，按发起月份</span>
      </h2>
      {months && (
        <ul className="ov-bars">
          {months.map(({ month, finishedNumber }) => (
            <li key={month}>
              <span>{countText(finishedNumber)}</span>
              <i aria-hidden="true" style={{ height: `${(finishedNumber / most) * 84}px` }} />
              <span>{Number(month.slice(-2))}月</span>
            </li>
          ))}
        </ul>
      )}
      {!months && !isError && <Skeleton height={120} />}
      {!months && isError && <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />}
    </section>
  )
}
