import { FileSpreadsheet, Upload } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { FormFault } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import '../../ui/two-lines.css'
import './spreadsheet-choice.css'
import type { Choosing } from './use-spreadsheet-check.ts'

type SpreadsheetChoiceProps = {
  state: Choosing
  limits: { bytes: number; rows: number }
  onFile: (file: File) => Promise<void>
  first?: boolean
}

/** Takes a spreadsheet, and shows how far its checking is. */
export function SpreadsheetChoice({ state, limits, onFile, first = false }: SpreadsheetChoiceProps) {
  const id = useId()
  if (state.is === 'checking') return <UnderWay {...state} />
  return (
    <div className="spreadsheet">
      <FileDrop
        accept=".xlsx,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        className="spreadsheet-drop"
        describedBy={id}
        first={first}
        onFiles={([file]) => file && void onFile(file)}
      >
        <Upload size={24} />
        <b>
          <span className="only-desktop">点击或将表格拖拽到此处上传</span>
          <span className="only-phone">点击选择表格</span>
        </b>
        <span id={id} className="muted small">
          支持 .xlsx，不超过{limits.bytes / 1024 / 1024}MB，单次最多{limits.rows}行
        </span>
      </FileDrop>
      <FormFault>{state.fault}</FormFault>
    </div>
  )
}

function UnderWay({ file, part }: { file: File; part: number }) {
  const percent = Math.round(part * 100)
  return (
    <div role="status">
      <SpreadsheetFile name={file.name} note={percent < 100 ? `正在上传 ${percent}%` : '正在检查每一行…'}>
        <progress max={100} value={percent} aria-label="上传进度" />
      </SpreadsheetFile>
    </div>
  )
}

/** A chosen file with a word about it; what can be done with it stands at the right. */
export function SpreadsheetFile({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  return (
    <div className="spreadsheet-file">
      <span className="icon-tile">
        <FileSpreadsheet size={20} />
      </span>
      <span className="two-lines" title={name}>
        <span className="clip">{name}</span>
        <span>{note}</span>
      </span>
      {children}
    </div>
  )
}
