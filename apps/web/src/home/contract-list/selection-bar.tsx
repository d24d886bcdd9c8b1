import { useEffect } from 'react'
import { later } from '../../ui/later.tsx'
import { filterSearch, type ListFilter } from '../../kit/list/list-filter.ts'
import { clearSelection, selectWithin, useSelection } from './selection.ts'
import './selection-bar.css'

const SelectionActs = later(async () => (await import('./selection-acts.tsx')).SelectionActs)

/** What can be done with the ticked rows (domain.md 7.2), in the place of the filters. */
export function SelectionBar({ filter }: { filter: ListFilter }) {
  const search = filterSearch(filter)
  const count = useSelection((state) => state.rows.size)
  useEffect(() => selectWithin(search), [search])
  return (
    <div className="select-bar" role="group" aria-label="批量操作">
      <span className="select-count" role="status">
        {count > 0 ? `已选择${count}项` : ''}
      </span>
      {count > 0 && (
        <>
          <button type="button" className="link" onClick={clearSelection}>
            清空
          </button>
          <SelectionActs />
        </>
      )}
    </div>
  )
}
