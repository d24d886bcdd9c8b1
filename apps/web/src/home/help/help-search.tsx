import { useQuery } from '@tanstack/react-query'
import { publicCall } from '../../client/public-client.ts'
import { Link } from '../../router/link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { columnPath } from './help-menu.tsx'

/** The articles that have what was typed, with the place where. */
export function HelpHits({ text }: { text: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['help', 'search', text],
    queryFn: ({ signal }) => publicCall('searchHelp', { text }, signal),
    placeholderData: (before) => before,
  })
  const heading = (
    // Read out anew as it changes; a status within would take the heading its name.
    <h1 className="help-title" aria-live="polite">
      {data ? `搜索“${text}”，找到${data.hitArray.length}篇` : `搜索“${text}”`}
    </h1>
  )
  if (!data)
    return (
      <>
        {heading}
        <section className="card help-article" aria-busy={!error}>
          {error ? (
            <LoadingFailed busy={isFetching} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={6} height={28} />
          )}
        </section>
      </>
    )
  return (
    <>
      {heading}
      {data.hitArray.length === 0 && (
        <div className="card">
          <EmptyState title="没有找到相关内容" hint="换一个说法，或从目录中查找" />
        </div>
      )}
      <ul className="help-hits">
        {data.hitArray.map(({ columnId, title, columnName, excerptArray }) => (
          <li key={columnId} className="card">
            <Link to={columnPath(columnId)}>{title}</Link>
            <span className="small muted">{columnName}</span>
            <p>{excerptArray.map((piece, index) => (index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece))}</p>
          </li>
        ))}
      </ul>
    </>
  )
}
