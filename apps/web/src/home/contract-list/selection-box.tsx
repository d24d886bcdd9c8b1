import type { ContractRow } from '../../kit/contract/contract-row.ts'
import { select, useSelection } from './selection.ts'

/** Ticks one row. */
export function SelectionBox({ row }: { row: ContractRow }) {
  const ticked = useSelection(({ rows }) => rows.has(row.signId))
  return (
    <label className="select-box">
      <input
        type="checkbox"
        aria-label={`选择：${row.taskName || '未命名合同'}`}
        checked={ticked}
        onChange={(event) => select([row], event.target.checked)}
      />
    </label>
  )
}

/** Ticks every row of the page; says so where no table's head says what the box is for. */
export function PageBox({ rows, words }: { rows: readonly ContractRow[]; words?: string }) {
  const ticked = useSelection((state) => rows.filter(({ signId }) => state.rows.has(signId)).length)
  const all = rows.length > 0 && ticked === rows.length
  return (
    <label className={words ? 'select-box with-words' : 'select-box'}>
      <input
        type="checkbox"
        aria-label="选择本页全部合同"
        checked={all}
        ref={(node) => {
          if (node) node.indeterminate = ticked > 0 && !all
        }}
        onChange={(event) => select(rows, event.target.checked)}
      />
      {words}
    </label>
  )
}
