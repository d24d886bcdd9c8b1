import { controlTable } from '@moqi/domain/contract/controls'
import { formatDate } from '@moqi/domain/time/format-date'
import { PlainTable } from '../../ui/plain-table.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { tasksInWords } from './batch-choices.ts'
import { CheckAct, type CheckRowsProps, CheckState, nameOf, SealChoice, TakeBox } from './check-row.tsx'

/** The contracts on a desk. */
export function CheckTable(props: CheckRowsProps) {
  return (
    <PlainTable
      labelledBy="batch-check"
      rows={props.rows}
      rowKey={({ signId }) => signId}
      columns={[
        {
          title: '选择',
          head: <span className="sr">选择</span>,
          width: 56,
          render: (row) => <TakeBox row={row} {...props} />,
        },
        {
          title: '合同',
          render: (row) => (
            <TwoLines name={nameOf(row)} company={row.initiatorName} title={`${nameOf(row)} ${row.initiatorName}`} />
          ),
        },
        {
          title: '要做的',
          width: 176,
          shownFrom: 'desktop',
          render: (row) =>
            row.positionArray.length > 0 ? (
              <TwoLines
                name={tasksInWords(row, controlTable)}
                company={`${row.pageCount}页，${formatDate(row.signExpireTime, '{y}-{m}-{d}')} 截止`}
                title={tasksInWords(row, controlTable)}
              />
            ) : (
              <span className="muted">—</span>
            ),
        },
        { title: '印章', width: 152, render: (row) => <SealChoice row={row} {...props} /> },
        { title: '检查', width: 192, render: (row) => <CheckState row={row} /> },
        { title: '操作', width: 96, render: (row) => <CheckAct row={row} {...props} /> },
      ]}
    />
  )
}
