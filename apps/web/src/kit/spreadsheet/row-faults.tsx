import { type CorrectedRow, faultsNow, isTouched, type RowRules } from './correcting.ts'

type RowFaultsProps<F extends string> = {
  rules: RowRules<F>
  /** Fields that have a column of their own; the others are shown where something is wrong with them. */
  inColumns: readonly F[]
  rows: readonly CorrectedRow<F>[]
  onCorrect: (row: number, field: F, text: string) => void
}

/** More than these are corrected in the file rather than here. */
const shown = 100

const labelOf = <F extends string>({ columns }: RowRules<F>, field: F) =>
  columns.find((one) => one.field === field)?.label ?? ''

/** Each faulty row with what is wrong, to be corrected in place. */
export function RowFaults<F extends string>({ rules, inColumns, rows, onCorrect }: RowFaultsProps<F>) {
  return (
    <div className="import-scroll" role="region" aria-label="有误的行" tabIndex={0}>
      <table className="import-rows">
        <thead>
          <tr>
            <th scope="col">行</th>
            {inColumns.map((field) => (
              <th key={field} scope="col">
                {labelOf(rules, field)}
              </th>
            ))}
            <th scope="col">问题</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <FaultyRow key={row.from.row} row={row} rules={rules} inColumns={inColumns} onCorrect={onCorrect} />
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <p className="import-more muted">还有{rows.length - shown}行有误，请下载有误的行，修改后重新导入。</p>
      )}
    </div>
  )
}

type FaultyRowProps<F extends string> = Omit<RowFaultsProps<F>, 'rows'> & { row: CorrectedRow<F> }

function FaultyRow<F extends string>({ row, rules, inColumns, onCorrect }: FaultyRowProps<F>) {
  const faults = faultsNow(rules, row)
  const faultOf = (field: F) => faults.find((one) => one.field === field)?.message
  // A field that was faulty stays open, so that it can be seen and changed again.
  const isOpen = (field: F) =>
    faultOf(field) !== undefined ||
    row.from.faultArray.some((one) => one.field === field) ||
    row.texts[field] !== row.from[field]
  const input = (field: F) => (
    <CorrectionInput
      name={`第${row.from.row}行${labelOf(rules, field)}`}
      label={labelOf(rules, field)}
      text={row.texts[field]}
      isPhone={field === 'phone'}
      fault={faultOf(field)}
      onText={(text) => onCorrect(row.from.row, field, text)}
    />
  )
  const elsewhere = rules.columns.map(({ field }) => field).filter((field) => !inColumns.includes(field))
  return (
    <tr>
      <td className="muted num">{row.from.row}</td>
      {inColumns.map((field) => (
        <td key={field} data-label={labelOf(rules, field)}>
          {isOpen(field) ? (
            input(field)
          ) : (
            <span className="clip import-cell" title={row.texts[field]}>
              {row.texts[field] || '—'}
            </span>
          )}
        </td>
      ))}
      <td>
        {faults.length === 0 && isTouched(rules, row) ? (
          <span className="import-corrected">已改好</span>
        ) : (
          faults.map(({ field, message }) => (
            <span key={field} className="fault import-why">
              {message}
            </span>
          ))
        )}
        {elsewhere.filter(isOpen).map((field) => (
          <span key={field} className="import-extra">
            {input(field)}
          </span>
        ))}
      </td>
    </tr>
  )
}

type CorrectionInputProps = {
  name: string
  label: string
  text: string
  isPhone: boolean
  fault: string | undefined
  onText: (text: string) => void
}

function CorrectionInput({ name, label, text, isPhone, fault, onText }: CorrectionInputProps) {
  return (
    <input
      className="import-input"
      aria-label={fault ? `${name}，${fault}` : name}
      aria-invalid={fault !== undefined}
      maxLength={600}
      value={text}
      placeholder={label}
      {...(isPhone && { inputMode: 'tel' })}
      onChange={(event) => onText(event.target.value)}
    />
  )
}
