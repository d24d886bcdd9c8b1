import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../router/link.tsx'
import { Check } from '../../ui/field.tsx'

/** How far a batch has come, with a page of its rows. */
export type Batch = Output<Table['getBatch']>

type BatchRowsProps = {
  batch: Batch
  onlyFailed: boolean
  onSift: (onlyFailed: boolean) => void
  /** Below the rows. */
  children: ReactNode
}

/** What became of each row. */
export function BatchRows({ batch, onlyFailed, onSift, children }: BatchRowsProps) {
  return (
    <section className="card batch-rows" aria-labelledby="batch-progress">
      <div className="batch-head">
        <h1 id="batch-progress" className="h2">
          发送进度
        </h1>
        <Check checked={onlyFailed} onChange={(event) => onSift(event.target.checked)}>
          只看失败
        </Check>
        <span className="small muted only-desktop">关闭页面不影响发送</span>
      </div>
      <Rows batch={batch} />
      {children}
    </section>
  )
}

function Rows({ batch: { columnArray, rowArray } }: { batch: Batch }) {
  return (
    <div className="batch-scroll" role="region" aria-label="结果表格，可左右滚动" tabIndex={0}>
      <table className="batch-table">
        <thead>
          <tr>
            <th scope="col">行</th>
            {columnArray.slice(0, 3).map(({ key, heading }) => (
              <th key={key} scope="col">
                {heading}
              </th>
            ))}
            <th scope="col">合同编号</th>
            <th scope="col">结果</th>
            <th scope="col">操作</th>
          </tr>
        </thead>
        <tbody>
          {rowArray.map((row) => (
            <tr key={row.row}>
              <td>{row.row}</td>
              {row.valueArray.slice(0, 3).map((value, index) => (
                <td key={columnArray[index]?.key}>{value || '—'}</td>
              ))}
              <td>{row.taskNo ?? '—'}</td>
              <td>
                <Result row={row} />
              </td>
              <td>
                {row.signId ? (
                  <Link
                    className="link"
                    to={`/temp-info?signId=${encodeURIComponent(row.signId)}&taskType=normal`}
                    aria-label={`查看第${row.row}行的合同`}
                  >
                    查看
                  </Link>
                ) : (
                  '—'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Result({ row: { rowState, fault } }: { row: Batch['rowArray'][number] }) {
  if (rowState === 'done')
    return (
      <span className="batch-result done">
        <CircleCheck size={16} />
        已发送
      </span>
    )
  if (rowState === 'failed')
    return (
      <span className="batch-result failed">
        <CircleAlert size={16} />
        失败，{fault}
      </span>
    )
  return (
    <span className="batch-result muted">
      <Clock size={16} />
      等待
    </span>
  )
}
