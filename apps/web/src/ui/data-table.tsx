import { Table, type TableProps } from 'antd'
import './data-table.css'

function silence(node: HTMLDivElement | null) {
  for (const row of node?.querySelectorAll('.ant-table-measure-row') ?? []) row.setAttribute('inert', '')
}

/** antd's table as ours: no paging of its own, fixed columns, and a measure row that screen readers never meet. */
export function DataTable<T extends object>(props: TableProps<T>) {
  return (
    <div className="data-table" ref={silence}>
      <Table<T> pagination={false} tableLayout="fixed" {...props} />
    </div>
  )
}
