import type { ReactNode } from 'react'
import { LoadingFailed } from './loading-failed.tsx'
import { Skeleton } from './skeleton.tsx'
import './card-state.css'

/** What is asked for, as far as it has come. */
type Asked<T> = { data: T | undefined; isError: boolean; isFetching: boolean; refetch: () => unknown }
type CardStateProps<T> = { query: Asked<T>; rows: number; children: (data: T) => ReactNode }

/** What a card shows: its data, grey bars while they come, or the way to read them again. */
export function CardState<T>({ query: { data, isError, isFetching, refetch }, rows, children }: CardStateProps<T>) {
  if (data !== undefined) return children(data)
  if (isError) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  return (
    <div className="card-wait" aria-busy="true">
      <Skeleton rows={rows} height={36} />
    </div>
  )
}
