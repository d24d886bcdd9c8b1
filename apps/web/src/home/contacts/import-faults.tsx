import { contactColumns } from '@moqi/domain/contacts/contact-sheet'
import type { ContactField } from '@moqi/domain/contacts/contact-rules'
import { faultsNow, isTouched, type MendedRow } from './import-rows.ts'

type ImportFaultsProps = {
  rows: readonly MendedRow[]
  onMend: (row: number, part: Partial<MendedRow['texts']>) => void
}

/** More than these are mended in the file rather than here. */
const shown = 100

const inColumns = ['name', 'phone', 'companyName'] as const
const labelOf = (field: ContactField) => contactColumns.find((one) => one.field === field)?.names[0] ?? ''

/** Each faulty row with what is wrong, to be mended in place. */
export function ImportFaults({ rows, onMend }: ImportFaultsProps) {
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
            <FaultyRow key={row.from.row} row={row} onMend={onMend} />
          ))}
        </tbody>
      </table>
      {rows.length > shown && (
        <p className="import-more muted">还有{rows.length - shown}行有误，请下载有误的行，修改后重新导入。</p>
      )}
    </div>
  )
}

function FaultyRow({ row, onMend }: { row: MendedRow; onMend: ImportFaultsProps['onMend'] }) {
  const faults = faultsNow(row)
  const faultOf = (field: ContactField) => faults.find((one) => one.field === field)?.message
  // A field that was faulty stays open, so that it can be seen and changed again.
  const isOpen = (field: ContactField) =>
    faultOf(field) !== undefined ||
    row.from.faultArray.some((one) => one.field === field) ||
    row.texts[field] !== row.from[field]
  const input = (field: ContactField) => <MendInput row={row} field={field} fault={faultOf(field)} onMend={onMend} />
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
          <span className="import-mended">已改好</span>
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

type MendInputProps = {
  row: MendedRow
  field: ContactField
  fault: string | undefined
  onMend: ImportFaultsProps['onMend']
}

function MendInput({ row, field, fault, onMend }: MendInputProps) {
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
      onChange={(event) => onMend(row.from.row, { [field]: event.target.value })}
    />
  )
}
