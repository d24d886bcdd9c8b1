import { Trash2 } from 'lucide-react'
import type { Batch } from './batch-rows.tsx'
import type { Correction, ListedRow, useCorrections } from './use-corrections.ts'
import './listed-rows.css'

type Corrections = Pick<ReturnType<typeof useCorrections>, 'correctionOf' | 'write' | 'keep'>
type ListedRowsProps = { batch: Batch; corrections: Corrections; onDrop: (row: number) => void }

/** Rows that are not sent, the faulty cells of which are corrected where they stand. */
export function ListedRows({ batch: { columnArray, rowArray }, corrections, onDrop }: ListedRowsProps) {
  return (
    <div className="batch-scroll" role="region" aria-label="名单表格，可左右滚动" tabIndex={0}>
      <table className="batch-table listed-rows">
        <thead>
          <tr>
            <th scope="col">行</th>
            {columnArray.map(({ key, heading }) => (
              <th key={key} scope="col">
                {heading}
              </th>
            ))}
            <th scope="col">
              <span className="sr">操作</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rowArray.map((row) => (
            <Row key={row.row} row={row} columns={columnArray} corrections={corrections} onDrop={onDrop} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type RowProps = {
  row: ListedRow
  columns: Batch['columnArray']
  corrections: Corrections
  onDrop: (row: number) => void
}

function Row({ row, columns, corrections: { correctionOf, write, keep }, onDrop }: RowProps) {
  const correction = correctionOf(row.row)
  const faults = correction.faults ?? row.faultArray
  const faultOf = (key: string) => faults.find(({ field }) => field === key)?.message
  // A cell that was faulty stays open, so that it can be seen and changed again.
  const isOpen = (key: string) =>
    faultOf(key) !== undefined || key in correction.texts || row.faultArray.some(({ field }) => field === key)
  return (
    <tr className={faults.length > 0 ? 'bad' : ''}>
      <td>{row.row}</td>
      {columns.map(({ key, heading }, index) => {
        const read = row.valueArray[index] ?? ''
        return (
          <td key={key} data-label={heading}>
            {isOpen(key) ? (
              <Cell
                name={`第${row.row}行${heading}`}
                text={correction.texts[key] ?? read}
                fault={faultOf(key)}
                onWrite={(text) => write(row.row, key, text)}
                onLeave={(text) => {
                  if (text !== read || key in correction.texts) void keep(row.row, { ...correction.texts, [key]: text })
                }}
              />
            ) : (
              <span className="batch-cell" title={read}>
                {read || '—'}
              </span>
            )}
          </td>
        )
      })}
      <td className="listed-acts">
        <State correction={correction} isRight={faults.length === 0} />
        <button type="button" className="icon-btn" aria-label={`删除第${row.row}行`} onClick={() => onDrop(row.row)}>
          <Trash2 size={16} />
        </button>
      </td>
    </tr>
  )
}

function State({ correction: { busy, refused, faults }, isRight }: { correction: Correction; isRight: boolean }) {
  if (refused) return <span className="small batch-why">{refused}</span>
  if (busy) return <span className="small muted">正在保存</span>
  return faults !== null && isRight ? <span className="small listed-right">已改好</span> : null
}

type CellProps = {
  name: string
  text: string
  fault: string | undefined
  onWrite: (text: string) => void
  onLeave: (text: string) => void
}

function Cell({ name, text, fault, onWrite, onLeave }: CellProps) {
  return (
    <>
      <input
        className="listed-input"
        aria-label={fault ? `${name}，${fault}` : name}
        aria-invalid={fault !== undefined}
        maxLength={600}
        value={text}
        onChange={(event) => onWrite(event.target.value)}
        onBlur={(event) => onLeave(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) event.currentTarget.blur()
        }}
      />
      {fault && <span className="small batch-why">{fault}</span>}
    </>
  )
}
