import { FileCheck2, UploadCloud } from 'lucide-react'
import { FileDrop } from '../../ui/file-drop.tsx'

const megabytes = 5

type PdfDropProps = {
  label: string
  file: File | null
  fault: string | undefined
  onFile: (file: File) => void
}

/** The PDF that the tax office gave: chosen or dropped, and exchanged by another one. */
export function PdfDrop({ label, file, fault, onFile }: PdfDropProps) {
  return (
    <div>
      <p className="issue-label">{label}</p>
      <FileDrop
        accept=".pdf,application/pdf"
        className="invoice-drop"
        describedBy="invoice-file-says"
        bad={fault !== undefined}
        onFiles={([one]) => one && onFile(one)}
      >
        {file ? <FileCheck2 size={24} /> : <UploadCloud size={24} />}
        <b>{file ? file.name : `点击或将${label}拖到此处`}</b>
        <span>{file ? '点击可更换' : `pdf，不超过${megabytes}MB`}</span>
      </FileDrop>
      <p
        id="invoice-file-says"
        className={fault === undefined ? 'small muted' : 'small fault'}
        role={fault === undefined ? undefined : 'alert'}
      >
        {fault ?? '原样交给申请人下载，并发到其邮箱。'}
      </p>
    </div>
  )
}
