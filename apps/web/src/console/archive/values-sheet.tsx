import type { Output } from '@moqi/api/call'
import type { FilingField } from '@moqi/api/filing'
import type { Table } from '@moqi/api/table'
import { filingLimits } from '@moqi/domain/filings/filing-limits'
import { Download } from 'lucide-react'
import { callBlob } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { saveBlob } from '../../client/download.ts'
import { upload } from '../../client/upload.ts'
import { rereadFilings } from '../../kit/filing/filing-reads.ts'
import { SpreadsheetChoice, SpreadsheetFile } from '../../kit/spreadsheet/spreadsheet-choice.tsx'
import { useSpreadsheetCheck, whyNot } from '../../kit/spreadsheet/use-spreadsheet-check.ts'
import { Button } from '../../ui/button.tsx'
import { FormFault } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { success } from '../../ui/toast-store.ts'

type Answer = Output<Table['importFilingValues']>
type Fault = Answer['faultArray'][number]
/** A file whose rows were judged; `mends` what was corrected, by row and column. */
type Checked = {
  is: 'checked'
  file: File
  answer: Answer
  mends: ReadonlyMap<string, string>
  busy: boolean
  fault: string | null
}

type ValuesSheetProps = { fields: readonly FilingField[]; onClose: () => void }

const limits = { bytes: filingLimits.importBytes, rows: filingLimits.importRows }
const shown = 100
const keyOf = (row: number, columnId: string) => `${row} ${columnId}`

/** Takes the ledger from a spreadsheet: choose, see what is wrong row by row, correct, take. */
export function ValuesSheet({ fields, onClose }: ValuesSheetProps) {
  const { state, setState, choose, restart } = useSpreadsheetCheck<Checked>({
    maxBytes: limits.bytes,
    form: '模板',
    check: async (file, sending) => {
      const answer = await upload('importFilingValues', file, { mode: 'check' }, sending)
      return { is: 'checked', file, answer, mends: new Map(), busy: false, fault: null }
    },
  })
  if (state.is !== 'checked')
    return (
      <Sheet title="导入台账" width={560} onClose={onClose} footer={<Button onClick={onClose}>取消</Button>}>
        <p className="arc-lead">
          <span>按合同编号对应，更新合同期限与台账字段；空着的格子保留原来的内容。</span>
          <button type="button" className="link" onClick={() => void downloadTemplate([])}>
            <Download size={16} />
            下载模板
          </button>
        </p>
        <SpreadsheetChoice state={state} limits={limits} onFile={choose} first />
      </Sheet>
    )
  const { file, answer, mends, busy, fault } = state
  const faulty = answer.faultArray
  const save = async () => {
    setState({ ...state, busy: true, fault: null })
    try {
      const mendArray = JSON.stringify(faulty.filter((row) => isMended(row, mends)).map((row) => mended(row, mends)))
      const saved = await upload('importFilingValues', file, { mode: 'save', mendArray })
      await rereadFilings()
      if (saved.savedNumber > 0) success(`已更新${saved.savedNumber}份合同的台账`)
      if (saved.faultArray.length === 0) return onClose()
      setState({ ...state, answer: saved, mends: new Map(), busy: false, fault: null })
    } catch (error) {
      setState({ ...state, busy: false, fault: whyNot(error) })
    }
    return undefined
  }
  const corrected = faulty.filter((row) => isMended(row, mends)).length
  const ready = answer.goodNumber + corrected
  return (
    <Sheet
      title="导入台账"
      width={840}
      onClose={onClose}
      footer={
        <>
          {faulty.length > 0 && (
            <Button variant="quiet" className="arc-foot-left" onClick={() => void downloadTemplate(faulty)}>
              <Download size={18} />
              下载有误的{faulty.length}行
            </Button>
          )}
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" busy={busy} disabled={ready === 0} onClick={() => void save()}>
            导入{ready}行
          </Button>
        </>
      }
    >
      <SpreadsheetFile name={file.name} note={`${answer.total} 行`}>
        <button type="button" className="link" disabled={busy} onClick={restart}>
          重新选择
        </button>
      </SpreadsheetFile>
      <p className="arc-sum" role="status">
        <b>{ready}行可以导入</b>
        {faulty.length > corrected && (
          <span className="fault">{faulty.length - corrected}行有误，改好即可一并导入</span>
        )}
      </p>
      <ul className="arc-faults">
        {faulty.slice(0, shown).map((row) => (
          <FaultyRow
            key={row.row}
            row={row}
            mends={mends}
            nameOf={(columnId) => columnLabel(columnId, fields)}
            onMend={(columnId, value) =>
              setState({ ...state, mends: new Map(mends).set(keyOf(row.row, columnId), value) })
            }
          />
        ))}
      </ul>
      <FormFault>{fault}</FormFault>
    </Sheet>
  )
}

type FaultyRowProps = {
  row: Fault
  mends: Checked['mends']
  nameOf: (columnId: string) => string
  onMend: (columnId: string, value: string) => void
}

const FaultyRow = ({ row, mends, nameOf, onMend }: FaultyRowProps) => (
  <li>
    <span className="muted num">第{row.row}行</span>
    {row.faultArray.map(({ columnId, message }) => (
      <label key={columnId}>
        <span className="small">{nameOf(columnId)}</span>
        <input
          className="arc-mend"
          aria-invalid={!mends.has(keyOf(row.row, columnId))}
          value={mends.get(keyOf(row.row, columnId)) ?? textOf(row, columnId)}
          onChange={({ target }) => onMend(columnId, target.value)}
        />
        <span className="small fault">{message}</span>
      </label>
    ))}
  </li>
)

const fixed = new Map([
  ['number', '合同编号'],
  ['begin', '生效日期'],
  ['end', '到期日期'],
])
const columnLabel = (columnId: string, fields: readonly FilingField[]): string =>
  fixed.get(columnId) ?? fields.find(({ fieldId }) => fieldId === columnId)?.fieldName ?? ''

const textOf = ({ cellArray }: Fault, name: string) => cellArray.find(({ columnId }) => columnId === name)?.value ?? ''

/** Whether everything that was wrong with a row was written anew. */
const isMended = ({ row, faultArray }: Fault, mends: Checked['mends']) =>
  faultArray.every(({ columnId }) => mends.has(keyOf(row, columnId)))

function mended({ row, cellArray, faultArray }: Fault, mends: Checked['mends']) {
  const names = new Set([...cellArray, ...faultArray].map(({ columnId }) => columnId))
  const valueOf = (name: string) => cellArray.find((cell) => cell.columnId === name)?.value ?? ''
  return {
    row,
    cellArray: [...names].map((columnId) => ({
      columnId,
      value: mends.get(keyOf(row, columnId)) ?? valueOf(columnId),
    })),
  }
}

async function downloadTemplate(rows: readonly Fault[]) {
  try {
    const faultArray = rows.map(({ row, cellArray, faultArray: faults }) => ({
      row,
      cellArray,
      messageArray: faults.map(({ message }) => message),
    }))
    const blob = await callBlob('filingTemplate', { faultArray })
    saveBlob(blob, rows.length === 0 ? '台账导入模板.xlsx' : '台账有误的行.xlsx')
  } catch (fault) {
    showRefusal(fault)
  }
}
