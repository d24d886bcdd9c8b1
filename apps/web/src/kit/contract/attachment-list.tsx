import type { File } from '@moqi/api/shapes'
import { Download, Paperclip } from 'lucide-react'
import { useState } from 'react'
import { saveBlob, safeFileName } from '../../client/download.ts'
import { fetchBytes } from '../../client/picture.ts'
import { Button } from '../../ui/button.tsx'
import { later } from '../../ui/later.tsx'
import { convertedText } from '../document/converted-text.ts'
import { fileSizeText } from '../document/file-size.ts'
import './attachment-list.css'

const FilePreview = later(async () => (await import('../document/file-preview.tsx')).FilePreview)

/** The files that came with a contract, each to be looked at and taken along. */
export function AttachmentList({ files }: { files: readonly File[] }) {
  return (
    <ul className="attachments">
      {files.map((file) => (
        <Attachment key={file.fileId} file={file} />
      ))}
    </ul>
  )
}

function Attachment({ file }: { file: File }) {
  const [busy, setBusy] = useState(false)
  const [open, setOpen] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      saveBlob(await fetchBytes(file.fileUrl), safeFileName(file.fileName))
    } catch (fault) {
      // Checklist X10: a download that fails is logged, and the button returns to rest.
      console.error('download failed', fault)
    } finally {
      setBusy(false)
    }
  }
  return (
    <li>
      <Paperclip size={18} />
      <span className="attachment-name">
        <span className="clip">{file.fileName}</span>
        <span className="small muted">
          {fileSizeText(file.fileSize)}，{file.pageCount}页{file.sourceKind && `，${convertedText(file)}`}
        </span>
      </span>
      <Button size="s" aria-label={`预览：${file.fileName}`} onClick={() => setOpen(true)}>
        预览
      </Button>
      <Button size="s" busy={busy} aria-label={`下载：${file.fileName}`} onClick={() => void download()}>
        {!busy && <Download size={16} />}
        下载
      </Button>
      {open && <FilePreview file={file} onClose={() => setOpen(false)} />}
    </li>
  )
}
