import { contactLimits } from '@moqi/domain/contacts/contact-rules'
import { Download, FileSpreadsheet, Upload } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { success } from '../../ui/toast-store.ts'
import { downloadTemplate } from './download-template.ts'
import { faultsNow } from './import-rows.ts'
import { ImportFaults } from './import-faults.tsx'
import { type ImportState, useImport } from './use-import.ts'
import './import-sheet.css'

type Checked = Extract<ImportState, { is: 'checked' }>

/** Takes contacts from a spreadsheet: choose, see what is wrong row by row, mend, take. */
export function ImportSheet({ onClose }: { onClose: () => void }) {
  const { state, choose, mend, save, restart } = useImport()
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
        {state.rows.length > 0 && <ImportFaults rows={state.rows} onMend={mend} />}
        <p role="alert" className={state.fault ? 'form-fault import-fault' : 'sr'}>
          {state.fault}
        </p>
      </Sheet>
    )
  return (
    <Sheet title="批量导入" width={560} onClose={onClose} footer={<Button onClick={onClose}>取消</Button>}>
      {state.is === 'checking' ? <Checking state={state} /> : <Choosing fault={state.fault} onFile={choose} />}
    </Sheet>
  )
}

function Choosing({ fault, onFile }: { fault: string | null; onFile: (file: File) => Promise<void> }) {
  const [over, setOver] = useState(false)
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file) void onFile(file)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <>
      <p className="import-lead">
        <span>先下载模板，按表头填写；填写企业名称的行即为企业联系人。</span>
        <button type="button" className="link" onClick={() => void downloadTemplate()}>
          <Download size={16} />
          下载模板
        </button>
      </p>
      <label
        className={over ? 'import-drop over' : 'import-drop'}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <input
          type="file"
          className="sr"
          data-first=""
          accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          aria-describedby="import-limits"
          onChange={(event) => {
            take(event.target.files)
            // The same file may be chosen again after it has been corrected.
            event.target.value = ''
          }}
        />
        <Upload size={24} />
        <b>点击或将表格拖拽到此处上传</b>
        <span id="import-limits" className="muted">
          支持 .xlsx，不超过{contactLimits.importBytes / 1024 / 1024}MB，单次最多{contactLimits.importRows}行
        </span>
      </label>
      {fault && (
        <p role="alert" className="form-fault import-fault">
          {fault}
        </p>
      )}
    </>
  )
}

function Checking({ state: { file, part } }: { state: Extract<ImportState, { is: 'checking' }> }) {
  const percent = Math.round(part * 100)
  return (
    <div className="import-file" role="status">
      <span className="import-icon">
        <FileSpreadsheet size={20} />
      </span>
      <span className="who">
        <span className="clip">{file.name}</span>
        <span>{percent < 100 ? `正在上传 ${percent}%` : '正在检查每一行…'}</span>
      </span>
      <progress className="import-progress" max={100} value={percent} aria-label="上传进度" />
    </div>
  )
}

function CheckedFile({ state: { file, total, busy }, onAgain }: { state: Checked; onAgain: () => void }) {
  return (
    <div className="import-file">
      <span className="import-icon">
        <FileSpreadsheet size={20} />
      </span>
      <span className="who" title={file.name}>
        <span className="clip">{file.name}</span>
        <span>{total} 行</span>
      </span>
      <button type="button" className="link" disabled={busy} onClick={onAgain}>
        重新选择
      </button>
    </div>
  )
}

function Summary({ state: { good, saved, rows } }: { state: Checked }) {
  const mended = rows.filter((row) => faultsNow(row).length === 0).length
  const faulty = rows.length - mended
  return (
    <p className="import-sum" role="status">
      {saved > 0 && <b>已导入{saved}行</b>}
      {(saved === 0 || mended > 0) && <b>{good + mended}行可以导入</b>}
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
