import type { AskedPaper, HandedPaper } from '@moqi/api/paper'
import { paperLimits } from '@moqi/domain/contract/paper-demand'
import { CircleAlert, CircleCheck, FileText, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { later } from '../../ui/later.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { fileSizeText } from '../document/file-size.ts'
import './paper-list.css'
import type { PaperOnTheWay, Papers } from './use-papers.ts'

const FilePreview = later(async () => (await import('../document/file-preview.tsx')).FilePreview)

/** What this party is asked to hand in before it signs, each with its files, and the way to add one. */
export function PaperList({ papers, loud }: { papers: Papers; loud: boolean }) {
  if (papers.failed) return <LoadingFailed onRetry={papers.retry} busy={papers.isFetching} />
  return (
    <ul className="papers">
      {papers.asked.map((paper) => (
        <Paper key={paper.demandNo} paper={paper} papers={papers} loud={loud} />
      ))}
    </ul>
  )
}

function Paper({ paper, papers, loud }: { paper: AskedPaper; papers: Papers; loud: boolean }) {
  const { demandNo, name, note, required, fileArray } = paper
  const coming = papers.onTheWay.filter((one) => one.demandNo === demandNo)
  const handed = fileArray.length > 0
  const lacks = required === 1 && !handed
  return (
    <li className={loud && lacks ? 'paper lacks' : 'paper'}>
      <div className="paper-head">
        <span className="paper-mark">{handed ? <CircleCheck size={18} /> : <i aria-hidden="true" />}</span>
        <span className="paper-what">
          <b>{name}</b>
          <span className="small muted">{[required === 1 ? '必须提交' : '选填', note].filter(Boolean).join('　')}</span>
        </span>
        {fileArray.length + coming.length < paperLimits.files && (
          <label className="btn btn-plain btn-s paper-add">
            <input
              type="file"
              multiple
              className="sr"
              accept="image/jpeg,image/png,application/pdf"
              aria-label={`${handed ? '继续添加' : '上传'}：${name}`}
              onChange={(event) => {
                papers.add(paper, [...(event.target.files ?? [])])
                event.target.value = ''
              }}
            />
            <Upload size={16} />
            {handed ? '添加' : '上传'}
          </label>
        )}
      </div>
      {(handed || coming.length > 0) && (
        <ul className="paper-files" aria-label={`${name}的文件`}>
          {fileArray.map((file) => (
            <Handed
              key={file.fileId}
              file={file}
              busy={papers.takingBack === file.fileId}
              onTakeBack={() => papers.takeBack(file.fileId)}
            />
          ))}
          {coming.map((one) => (
            <Coming key={one.key} one={one} onDrop={() => papers.drop(one.key)} />
          ))}
        </ul>
      )}
    </li>
  )
}

function Handed({ file, busy, onTakeBack }: { file: HandedPaper; busy: boolean; onTakeBack: () => void }) {
  const [open, setOpen] = useState(false)
  return (
    <li className="paper-file">
      <FileText size={16} />
      <button type="button" className="link clip" aria-label={`预览：${file.fileName}`} onClick={() => setOpen(true)}>
        {file.fileName}
      </button>
      <span className="small muted num">{fileSizeText(file.fileSize)}</span>
      <button
        type="button"
        className="icon-btn"
        aria-label={`撤下：${file.fileName}`}
        aria-busy={busy || undefined}
        disabled={busy}
        onClick={onTakeBack}
      >
        <Trash2 size={16} />
      </button>
      {open && <FilePreview file={file} onClose={() => setOpen(false)} />}
    </li>
  )
}

function Coming({ one: { name, part, fault }, onDrop }: { one: PaperOnTheWay; onDrop: () => void }) {
  return (
    <li className={fault === null ? 'paper-file' : 'paper-file bad'}>
      {fault === null ? <FileText size={16} /> : <CircleAlert size={16} />}
      <span className="paper-what">
        <span className="clip">{name}</span>
        <span className="small" role={fault === null ? 'status' : 'alert'}>
          {fault ?? (part < 1 ? `正在上传 ${Math.round(part * 100)}%` : '正在检查文件…')}
        </span>
      </span>
      {fault !== null && (
        <button type="button" className="icon-btn" aria-label={`移除：${name}`} onClick={onDrop}>
          <Trash2 size={16} />
        </button>
      )}
    </li>
  )
}
