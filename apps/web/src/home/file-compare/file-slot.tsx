import { FileText } from 'lucide-react'
import { useId } from 'react'
import { fileSizeText } from '../../kit/document/file-size.ts'
import { FileDrop } from '../../ui/file-drop.tsx'
import { shutOut } from './difference-words.ts'

type FileSlotProps = { title: string; file: File | null; onFiles: (files: File[]) => void }

/** Takes one of the two files; both, when two are chosen at once. */
export function FileSlot({ title, file, onFiles }: FileSlotProps) {
  const note = useId()
  const fault = file && shutOut(file)
  return (
    <div className="diff-slot">
      <FileDrop accept=".pdf,application/pdf" multiple bad={fault !== null} describedBy={note} onFiles={onFiles}>
        <FileText size={28} />
        <b>{title}</b>
        <span className="diff-name">{file ? file.name : '点击选择，或拖拽到此处'}</span>
        {file && <span className="small muted">{fileSizeText(file.size)}，点击更换</span>}
      </FileDrop>
      <p id={note} className="diff-fault" role={fault ? 'alert' : undefined}>
        {fault}
      </p>
    </div>
  )
}
