import type { ReactNode } from 'react'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

type PartRow = { key: string; title: string; note?: string; end?: ReactNode }

/** Rows of a part: what, what is said of it, and a number or state at the end. */
export const PartList = ({ label, rows, empty }: { label: string; rows: readonly PartRow[]; empty: string }) =>
  rows.length === 0 ? (
    <p className="muted">{empty}</p>
  ) : (
    <ul className="part-list" aria-label={label}>
      {rows.map(({ key, title, note, end }) => (
        <li key={key}>
          <span>
            <b className="tenant-word">{title}</b>
            {note && <span className="small muted num part-note">{note}</span>}
          </span>
          <span className="num part-end">{end}</span>
        </li>
      ))}
    </ul>
  )

type UnreadProps = { error: unknown; isFetching: boolean; refetch: () => unknown }

/** What stands in the place of a part that is not there yet, or could not be read. */
export const UnreadPart = ({ error, isFetching, refetch }: UnreadProps) =>
  error ? <LoadingFailed onRetry={() => void refetch()} busy={isFetching} /> : <Skeleton rows={4} height={32} />
