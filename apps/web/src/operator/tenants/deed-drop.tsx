import { deed } from '@moqi/domain/operators/auth-ending'
import { FileCheck2, UploadCloud } from 'lucide-react'
import { FileDrop } from '../../ui/file-drop.tsx'

type DeedDropProps = { file: File | null; fault: string | undefined; onFile: (file: File) => void }

/** The deed that an ending rests on: chosen or dropped, and exchanged by another one. */
export const DeedDrop = ({ file, fault, onFile }: DeedDropProps) => (
  <div>
    <p className="deed-label">文书</p>
    <FileDrop
      accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"
      className="deed-drop"
      describedBy="deed-says"
      bad={fault !== undefined}
      onFiles={([one]) => one && onFile(one)}
    >
      {file ? <FileCheck2 size={24} /> : <UploadCloud size={24} />}
      <b>{file ? file.name : '点击或将文书拖到此处'}</b>
      <span className="small">{file ? '点击可更换' : `pdf、jpg 或 png，不超过${deed.megabytes}MB`}</span>
    </FileDrop>
    <p
      id="deed-says"
      className={fault === undefined ? 'small muted' : 'small fault'}
      role={fault === undefined ? undefined : 'alert'}
    >
      {fault ?? '以该空间的密钥加密保存3年，只有运营人员能打开，每次打开客户都能看到。'}
    </p>
  </div>
)
