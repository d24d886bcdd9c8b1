import type { File as ContractFile } from '@moqi/api/shapes'
import { CircleAlert, FileText, GripVertical, RotateCw, Trash2 } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { moved, type LaunchDraft } from '../draft/draft.ts'
import { editDraft, useLaunch } from '../draft/launch-store.ts'
import { FileName } from './file-name.tsx'
import { convertedText } from '../document/converted-text.ts'
import { FilePreview } from '../document/file-preview.tsx'
import { FilePassword } from './file-password.tsx'
import { fileSizeText, uploadProgressText } from '../document/file-size.ts'
import type { Pending, UploadPart, Uploads } from './use-uploads.ts'
import './file-rows.css'

type Change = (change: (files: readonly ContractFile[]) => readonly ContractFile[]) => void
type FileRowsProps = { part: UploadPart; label: string; draft: LaunchDraft; uploads: Uploads }

/** The draft's files or attachments in their order, then those on their way or refused. */
export function FileRows({ part, label, draft, uploads }: FileRowsProps) {
  const files = draft[part]
  const change: Change = (next) => editDraft((now) => ({ [part]: next(now[part]) }))
  const list = useRef<HTMLUListElement>(null)
  if (files.length === 0 && uploads.pending.length === 0) return null
  const rowAt = (clientY: number): number => {
    const rows = [...(list.current?.querySelectorAll('[data-file]') ?? [])]
    const index = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom)
    return index === -1 ? rows.length - 1 : index
  }
  return (
    <ul className="files" ref={list} aria-label={label}>
      {files.map((file, index) => (
        <FileRow
          key={file.fileId}
          file={file}
          index={index}
          only={files.length === 1}
          change={change}
          rowAt={rowAt}
          uploads={uploads}
        />
      ))}
      {uploads.pending.map((row) => (
        <PendingRow key={row.key} row={row} uploads={uploads} />
      ))}
    </ul>
  )
}

type FileRowProps = {
  file: ContractFile
  index: number
  only: boolean
  change: Change
  rowAt: (clientY: number) => number
  uploads: Uploads
}

function FileRow({ file, index, only, change, rowAt, uploads }: FileRowProps) {
  const [previewing, preview] = useState(false)
  const warnings = useLaunch((state) => state.warnings[file.fileId]) ?? []
  const remove = () => change((files) => files.filter((one) => one.fileId !== file.fileId))
  const rename = (fileName: string) =>
    change((files) => files.map((one) => (one.fileId === file.fileId ? { ...one, fileName } : one)))
  return (
    <li className="file" data-file={file.fileId}>
      {!only && <Grip name={file.fileName} index={index} rowAt={rowAt} change={change} />}
      <span className="icon-tile">
        <FileText size={20} />
      </span>
      <span className="file-text">
        <FileName name={file.fileName} onRename={rename} />
        <span className="small file-state">
          {fileSizeText(file.fileSize)}　{file.pageCount} 页{file.sourceKind && `　${convertedText(file)}`}
        </span>
        {warnings.map((text) => (
          <span key={text} className="small file-warning">
            {text}
          </span>
        ))}
        <FormChoice fileId={file.fileId} uploads={uploads} />
      </span>
      <button type="button" className="link small" aria-label={`预览 ${file.fileName}`} onClick={() => preview(true)}>
        预览
      </button>
      <button type="button" className="icon-btn" aria-label={`删除 ${file.fileName}`} onClick={remove}>
        <Trash2 size={18} />
      </button>
      {previewing && <FilePreview file={file} onClose={() => preview(false)} />}
    </li>
  )
}

/** A form may be kept as read-only fields instead of text, and the other way round, while its file is at hand. */
function FormChoice({ fileId, uploads }: { fileId: string; uploads: Uploads }) {
  const form = uploads.forms[fileId]
  if (!form) return null
  const other = form.mode === 'keep' ? 'flatten' : 'keep'
  return (
    <button type="button" className="link small file-choice" onClick={() => uploads.settleForm(fileId, other)}>
      {other === 'keep' ? '改为保留只读表单' : '改为固定为页面内容'}
    </button>
  )
}

function Grip({ name, index, rowAt, change }: Pick<FileRowProps, 'index' | 'rowAt' | 'change'> & { name: string }) {
  const move = (from: number, to: number) => change((files) => moved(files, from, to))
  const onPointerMove = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    move(index, rowAt(event.clientY))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    move(index, index + by)
  }
  return (
    <button
      type="button"
      className="grip"
      aria-label={`移动 ${name}，当前第${index + 1}个，按上下方向键调整顺序`}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    >
      <GripVertical size={16} />
    </button>
  )
}

function PendingRow({ row, uploads }: { row: Pending; uploads: Uploads }) {
  const { key, file, part, elapsed, fault, again } = row
  const percent = Math.round(part * 100)
  const state = fault ?? `${fileSizeText(file.size)}　${uploadProgressText(file.size, part, elapsed)}`
  return (
    <li className={fault ? 'file bad' : 'file'}>
      <span className="icon-tile">{fault ? <CircleAlert size={20} /> : <FileText size={20} />}</span>
      <span className="file-text">
        <span className="clip" title={file.name}>
          {file.name}
        </span>
        <span className="small file-state" role={fault ? 'alert' : undefined}>
          {state}
        </span>
        {row.asks && (
          <FilePassword name={file.name} label={row.asks} onGiven={(password) => uploads.unlock(key, password)} />
        )}
      </span>
      {!fault && <span className="file-percent num">{percent}%</span>}
      {again && (
        <button
          type="button"
          className="icon-btn"
          aria-label={`重新上传 ${file.name}`}
          onClick={() => uploads.retry(key)}
        >
          <RotateCw size={18} />
        </button>
      )}
      <button
        type="button"
        className="icon-btn"
        aria-label={fault ? `删除 ${file.name}` : `取消上传 ${file.name}`}
        onClick={() => uploads.remove(key)}
      >
        <Trash2 size={18} />
      </button>
      {!fault && (
        <span
          className="file-bar"
          role="progressbar"
          aria-label={`${file.name}上传进度`}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ width: `${percent}%` }} />
        </span>
      )}
    </li>
  )
}
