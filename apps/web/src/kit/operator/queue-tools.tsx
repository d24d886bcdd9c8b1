import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { Sought } from './use-sought.ts'
import './queue-tools.css'

type QueueToolsProps<State extends string> = {
  /** What is typed here. */
  label: string
  sought: Sought<State>
  /** The states of the list by their names; none where it has none. */
  states?: readonly { value: State; label: string }[]
  /** What stands behind, at the end of the line. */
  children?: ReactNode
}

/** Looks for rows of a list by words, and by their state where they have one. */
export function QueueTools<State extends string>({ label, sought, states, children }: QueueToolsProps<State>) {
  const { search, state, show } = sought
  return (
    <div className="queue-tools">
      <SearchField label={label} value={search} onSearch={(text) => show({ search: text })} />
      {states && (
        <Segmented<State | 'all'>
          label="筛选"
          options={[{ value: 'all', label: '全部' }, ...states]}
          value={state ?? 'all'}
          onChange={(value) => show({ state: value === 'all' ? null : value })}
        />
      )}
      {children}
    </div>
  )
}

/** What stands where nothing is found. */
export const NothingFound = ({ hint }: { hint: string }) => (
  <div className="card">
    <EmptyState title="没有找到符合条件的记录" hint={hint} />
  </div>
)
