import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { FormFault } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { success } from '../../ui/toast-store.ts'
import { faultsNow, type FaultyCells, type RowRules } from './correcting.ts'
import { RowFaults } from './row-faults.tsx'
import './row-import.css'
import { SpreadsheetChoice, SpreadsheetFile } from './spreadsheet-choice.tsx'
import { type CheckedRows, type RowAnswer, type RowImport, useRowImport } from './use-row-import.ts'

type RowImportSheetProps<F extends string, A extends RowAnswer<F>> = RowImport<F, A> & {
  title: string
  /** How the template is filled in. */
  lead: string
  inColumns: readonly F[]
  /** Saves the template, or the rows that are given. */
  onTemplate: (rows: FaultyCells<F>[]) => void
  savedWords: (saved: number) => string
  /** What else is to be known before the rows are taken. */
  before?: (answer: A) => ReactNode
  onClose: () => void
}

/** Takes rows from a spreadsheet: choose, see what is wrong cell by cell, correct, take. */
export function RowImportSheet<F extends string, A extends RowAnswer<F>>(props: RowImportSheetProps<F, A>) {
  const { title, lead, inColumns, onTemplate, savedWords, before, onClose, rules, limits } = props
  const { state, choose, correct, save, restart } = useRowImport(props)
  const onSave = async () => {
    const done = await save()
    if (!done) return
    if (done.saved > 0) success(savedWords(done.saved))
    if (done.left === 0) onClose()
  }
  if (state.is === 'checked')
    return (
      <Sheet
        title={title}
        width={840}
        onClose={onClose}
        footer={
          <CheckedActs
            state={state}
            rules={rules}
            onTemplate={onTemplate}
            onClose={onClose}
            onSave={() => void onSave()}
          />
        }
      >
        <SpreadsheetFile name={state.file.name} note={`${state.answer.total} 行`}>
          <button type="button" className="link" disabled={state.busy} onClick={restart}>
            重新选择
          </button>
        </SpreadsheetFile>
        <Summary state={state} rules={rules} />
        {state.saved === 0 && before?.(state.answer)}
        {state.rows.length > 0 && (
          <RowFaults rules={rules} inColumns={inColumns} rows={state.rows} onCorrect={correct} />
        )}
        <FormFault>{state.fault}</FormFault>
      </Sheet>
    )
  return (
    <Sheet title={title} width={560} onClose={onClose} footer={<Button onClick={onClose}>取消</Button>}>
      {state.is === 'choosing' && (
        <p className="import-lead">
          <span>{lead}</span>
          <button type="button" className="link" onClick={() => onTemplate([])}>
            <Download size={16} />
            下载模板
          </button>
        </p>
      )}
      <SpreadsheetChoice state={state} limits={limits} onFile={choose} first />
    </Sheet>
  )
}

type Judged<F extends string, A> = { state: CheckedRows<F, A>; rules: RowRules<F> }

function Summary<F extends string, A>({ state: { good, saved, rows }, rules }: Judged<F, A>) {
  const corrected = rows.filter((row) => faultsNow(rules, row).length === 0).length
  const faulty = rows.length - corrected
  return (
    <p className="import-sum" role="status">
      {saved > 0 && <b>已导入{saved}行</b>}
      {(saved === 0 || corrected > 0) && <b>{good + corrected}行可以导入</b>}
      {faulty > 0 && <span className="fault">{faulty}行有误，改好即可一并导入</span>}
    </p>
  )
}

type CheckedActsProps<F extends string, A> = Judged<F, A> & {
  onTemplate: (rows: FaultyCells<F>[]) => void
  onClose: () => void
  onSave: () => void
}

function CheckedActs<F extends string, A>(props: CheckedActsProps<F, A>) {
  const { state, rules, onTemplate, onClose, onSave } = props
  const { rows, good, saved, busy } = state
  const faulty = rows.filter((row) => faultsNow(rules, row).length > 0)
  const ready = good + rows.length - faulty.length
  return (
    <>
      {faulty.length > 0 && (
        <Button
          variant="quiet"
          className="foot-left"
          onClick={() => onTemplate(faulty.map(({ from, texts }) => ({ ...from, ...texts })))}
        >
          <Download size={18} />
          下载有误的{faulty.length}行
        </Button>
      )}
      <Button onClick={onClose}>{saved > 0 ? '完成' : '取消'}</Button>
      <Button variant="primary" busy={busy} disabled={ready === 0} onClick={onSave}>
        导入{ready}行
      </Button>
    </>
  )
}
