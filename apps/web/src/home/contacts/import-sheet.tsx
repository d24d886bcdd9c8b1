import { Download } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { FormFault } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { success } from '../../ui/toast-store.ts'
import { SpreadsheetChoice, SpreadsheetFile } from '../../kit/spreadsheet/spreadsheet-choice.tsx'
import { downloadTemplate } from './download-template.ts'
import { faultsNow } from './import-rows.ts'
import { ImportFaults } from './import-faults.tsx'
import { importLimits, type ImportState, useImport } from './use-import.ts'
import './import-sheet.css'

type Checked = Extract<ImportState, { is: 'checked' }>

/** Takes contacts from a spreadsheet: choose, see what is wrong row by row, correct, take. */
export function ImportSheet({ onClose }: { onClose: () => void }) {
  const { state, choose, correct, save, restart } = useImport()
  const onSave = async () => {
    const done = await save()
    if (!done) return
    if (done.saved > 0) success(`已导入${done.saved}位联系人`)
    if (done.left === 0) onClose()
  }
  if (state.is === 'checked')
    return (
      <Sheet
        title="批量导入"
        width={840}
        onClose={onClose}
        footer={<CheckedActs state={state} onClose={onClose} onSave={() => void onSave()} />}
      >
        <CheckedFile state={state} onAgain={restart} />
        <Summary state={state} />
        {state.rows.length > 0 && <ImportFaults rows={state.rows} onCorrect={correct} />}
        <FormFault>{state.fault}</FormFault>
      </Sheet>
    )
  return (
    <Sheet title="批量导入" width={560} onClose={onClose} footer={<Button onClick={onClose}>取消</Button>}>
      {state.is === 'choosing' && (
        <p className="import-lead">
          <span>先下载模板，按表头填写；填写企业名称的行即为企业联系人。</span>
          <button type="button" className="link" onClick={() => void downloadTemplate()}>
            <Download size={16} />
            下载模板
          </button>
        </p>
      )}
      <SpreadsheetChoice state={state} limits={importLimits} onFile={choose} first />
    </Sheet>
  )
}

function CheckedFile({ state: { file, total, busy }, onAgain }: { state: Checked; onAgain: () => void }) {
  return (
    <SpreadsheetFile name={file.name} note={`${total} 行`}>
      <button type="button" className="link" disabled={busy} onClick={onAgain}>
        重新选择
      </button>
    </SpreadsheetFile>
  )
}

function Summary({ state: { good, saved, rows } }: { state: Checked }) {
  const corrected = rows.filter((row) => faultsNow(row).length === 0).length
  const faulty = rows.length - corrected
  return (
    <p className="import-sum" role="status">
      {saved > 0 && <b>已导入{saved}行</b>}
      {(saved === 0 || corrected > 0) && <b>{good + corrected}行可以导入</b>}
      {faulty > 0 && <span className="fault">{faulty}行有误，改好即可一并导入</span>}
    </p>
  )
}

type CheckedActsProps = { state: Checked; onClose: () => void; onSave: () => void }

function CheckedActs({ state: { rows, good, saved, busy }, onClose, onSave }: CheckedActsProps) {
  const faulty = rows.filter((row) => faultsNow(row).length > 0)
  const ready = good + rows.length - faulty.length
  const download = () => void downloadTemplate(faulty.map(({ from, texts }) => ({ ...from, ...texts })))
  return (
    <>
      {faulty.length > 0 && (
        <Button variant="quiet" className="foot-left" onClick={download}>
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
