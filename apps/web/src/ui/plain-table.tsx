import type { ReactNode } from 'react'
import './plain-table.css'

/** One column; `width` in px, absent it takes what is left; `head` stands in the place of its title. */
export type PlainColumn<T> = { title: string; width?: number; head?: ReactNode; render: (row: T) => ReactNode }
type PlainTableProps<T> = {
  columns: readonly PlainColumn<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  /** The id of the heading that names the table. */
  labelledBy: string
}

/** A short table without selection or sorting, light enough for the first page; lists use `DataTable`. */
export function PlainTable<T>({ columns, rows, rowKey, labelledBy }: PlainTableProps<T>) {
  return (
    <table className="plain-table" aria-labelledby={labelledBy}>
      <colgroup>
        {columns.map(({ title, width }) => (
          <col key={title} style={width ? { width } : {}} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map(({ title, head }) => (
            <th key={title} scope="col">
              {head ?? title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ title, render }) => (
              <td key={title}>{render(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
