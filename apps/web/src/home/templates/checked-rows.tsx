import { FileSpreadsheet, Upload } from 'lucide-react'
import { useState } from 'react'
import { Check } from '../../ui/field.tsx'
import { Pager } from '../../ui/pager.tsx'
import type { BatchCheck, CheckState } from './use-batch-check.ts'

type Props = { state: Extract<CheckState, { is: 'checked' }>; days: number; onAgain: () => void }

/** Every row with what is wrong with it, and what starting would come to. */
export function CheckedRows({ state: { file, check, fault }, days, onAgain }: Props) {
  const [onlyFaulty, setOnlyFaulty] = useState(check.goodNumber < check.total && check.goodNumber > 0)
  const [size, setSize] = useState(10)
  const [page, setPage] = useState(0)
  const rows = onlyFaulty ? check.rowArray.filter(({ faultArray }) => faultArray.length > 0) : check.rowArray
  const shown = rows.slice(page * size, (page + 1) * size)
  const bad = check.total - check.goodNumber
  return (
    <div className="batch">
      <section className="card batch-rows" aria-labelledby="batch-rows">
        <div className="batch-head">
          <h1 id="batch-rows" className="h2">
            核对名单
          </h1>
          <Check
            checked={onlyFaulty}
            onChange={(event) => {
              setOnlyFaulty(event.target.checked)
              setPage(0)
            }}
          >
            只看有误
          </Check>
        </div>
        <div className="batch-scroll" role="region" aria-label="名单表格，可左右滚动" tabIndex={0}>
          <table className="batch-table">
            <thead>
              <tr>
                <th scope="col">行</th>
                {check.columnArray.map(({ key, heading }) => (
                  <th key={key} scope="col">
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <Row key={row.row} row={row} columns={check.columnArray} />
              ))}
            </tbody>
          </table>
        </div>
        <Pager
          total={`共${rows.length}条`}
          pageSize={size}
          onPageSize={(next) => {
            setSize(next)
            setPage(0)
          }}
          onPrevious={page > 0 ? () => setPage(page - 1) : null}
          onNext={(page + 1) * size < rows.length ? () => setPage(page + 1) : null}
        />
      </section>
      <aside className="batch-side">
        <section className="card batch-sum" aria-labelledby="batch-sum">
          <h2 id="batch-sum" className="h2">
            本次发起
          </h2>
          <div role="status">
            <dl>
              <Fact name="名单" value={`${check.total} 行`} />
              <Fact name="可以发送" value={`${check.goodNumber} 份`} />
              <Fact name="有误" value={`${bad} 行`} bad={bad > 0} />
              <Fact name="剩余份数" value={`${check.surplus} 份`} bad={check.surplus < check.goodNumber} />
              <Fact name="签署期限" value={`${days} 天`} />
            </dl>
          </div>
          <p className="small muted">有误的行不发送，也不扣份数。</p>
          {check.surplus < check.goodNumber && <p className="batch-fault">剩余发起签署份数不足，请购买套餐后再发送</p>}
          <p role="alert" className={fault ? 'batch-fault' : 'sr'}>
            {fault}
          </p>
        </section>
        <section className="card batch-file" aria-label="表格">
          <span className="row">
            <FileSpreadsheet size={18} />
            <span className="clip">{file.name}</span>
          </span>
          <button type="button" className="link" onClick={onAgain}>
            <Upload size={16} />
            重新导入
          </button>
        </section>
      </aside>
    </div>
  )
}

/** One figure of a list of them, with its name. */
export function Fact({ name, value, bad = false }: { name: string; value: string; bad?: boolean }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={bad ? 'bad' : ''}>{value}</dd>
    </div>
  )
}

type RowProps = { row: BatchCheck['rowArray'][number]; columns: BatchCheck['columnArray'] }

function Row({ row: { row, valueArray, faultArray }, columns }: RowProps) {
  return (
    <tr className={faultArray.length > 0 ? 'bad' : ''}>
      <td>{row}</td>
      {columns.map(({ key }, index) => {
        const fault = faultArray.find(({ field }) => field === key)?.message
        return (
          <td key={key}>
            <span className={fault ? 'batch-cell bad' : 'batch-cell'}>{valueArray[index] || '—'}</span>
            {fault && <span className="small batch-why">{fault}</span>}
          </td>
        )
      })}
    </tr>
  )
}
