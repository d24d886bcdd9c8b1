import type { ReactNode } from 'react'
import './plain-table.css'

/**
 * One column; `width` in px, absent it takes what is left; `head` stands in the place of its title; `shownFrom` is the
 * narrowest kind of window that has room for it.
 */
export type PlainColumn<T> = {
  title: string
  width?: number
  head?: ReactNode
  shownFrom?: 'desktop' | 'wide' | 'broad'
  render: (row: T) => ReactNode
}
type PlainTableProps<T> = {
  columns: readonly PlainColumn<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  /** The id of the heading that names the table. */
  labelledBy: string
}

const classOf = ({ width, shownFrom }: Pick<PlainColumn<never>, 'width' | 'shownFrom'>) =>
  [width === undefined && 'plain-rest', shownFrom && `shown-from-${shownFrom}`].filter(Boolean).join(' ') || undefined

/** A short table without selection or sorting, light enough for the first page; lists use `DataTable`. */
export function PlainTable<T>({ columns, rows, rowKey, labelledBy }: PlainTableProps<T>) {
  return (
    <table className="plain-table" aria-labelledby={labelledBy}>
      <colgroup>
        {columns.map((column) => (
          <col key={column.title} className={classOf(column)} style={column.width ? { width: column.width } : {}} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.title} scope="col" className={classOf(column)}>
              {column.head ?? column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <td key={column.title} className={classOf(column)}>
                {column.render(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
