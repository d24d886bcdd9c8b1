import { contactColumns } from '@moqi/domain/contacts/contact-sheet'
import type { ContactField } from '@moqi/domain/contacts/contact-rules'
import { faultsNow, isTouched, type CorrectedRow } from './import-rows.ts'

type ImportFaultsProps = {
  rows: readonly CorrectedRow[]
  onCorrect: (row: number, part: Partial<CorrectedRow['texts']>) => void
}

/** More than these are corrected in the file rather than here. */
const shown = 100

const inColumns = ['name', 'phone', 'companyName'] as const
const labelOf = (field: ContactField) => contactColumns.find((one) => one.field === field)?.label ?? ''

/** Each faulty row with what is wrong, to be corrected in place. */
export function ImportFaults({ rows, onCorrect }: ImportFaultsProps) {
  return (
    <div className="import-scroll" role="region" aria-label="有误的行" tabIndex={0}>
      <table className="import-rows">
        <thead>
          <tr>
            <th scope="col">行</th>
            {inColumns.map((field) => (
              <th key={field} scope="col">
                {labelOf(field)}
              </th>
            ))}
            <th scope="col">问题</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <FaultyRow key={row.from.row} row={row} onCorrect={onCorrect} />
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <p className="import-more muted">还有{rows.length - shown}行有误，请下载有误的行，修改后重新导入。</p>
      )}
    </div>
  )
}

function FaultyRow({ row, onCorrect }: { row: CorrectedRow; onCorrect: ImportFaultsProps['onCorrect'] }) {
  const faults = faultsNow(row)
  const faultOf = (field: ContactField) => faults.find((one) => one.field === field)?.message
  // A field that was faulty stays open, so that it can be seen and changed again.
  const isOpen = (field: ContactField) =>
    faultOf(field) !== undefined ||
    row.from.faultArray.some((one) => one.field === field) ||
    row.texts[field] !== row.from[field]
  const input = (field: ContactField) => (
    <CorrectionInput row={row} field={field} fault={faultOf(field)} onCorrect={onCorrect} />
  )
  return (
    <tr>
      <td className="muted num">{row.from.row}</td>
      {inColumns.map((field) => (
        <td key={field} data-label={labelOf(field)}>
          {isOpen(field) ? (
            input(field)
          ) : (
            <span className="clip contact-cell" title={row.texts[field]}>
              {row.texts[field] || '—'}
            </span>
          )}
        </td>
      ))}
      <td>
        {faults.length === 0 && isTouched(row) ? (
          <span className="import-corrected">已改好</span>
        ) : (
          faults.map(({ field, message }) => (
            <span key={field} className="fault import-why">
              {message}
            </span>
          ))
        )}
        {(['creditCode', 'email', 'remark'] as const).filter(isOpen).map((field) => (
          <span key={field} className="import-extra">
            {input(field)}
          </span>
        ))}
      </td>
    </tr>
  )
}

type CorrectionInputProps = {
  row: CorrectedRow
  field: ContactField
  fault: string | undefined
  onCorrect: ImportFaultsProps['onCorrect']
}

function CorrectionInput({ row, field, fault, onCorrect }: CorrectionInputProps) {
  const name = `第${row.from.row}行${labelOf(field)}`
  return (
    <input
      className="import-input"
      aria-label={fault ? `${name}，${fault}` : name}
      aria-invalid={fault !== undefined}
      maxLength={600}
      value={row.texts[field]}
      placeholder={labelOf(field)}
      {...(field === 'phone' && { inputMode: 'tel' })}
      onChange={(event) => onCorrect(row.from.row, { [field]: event.target.value })}
    />
  )
}
