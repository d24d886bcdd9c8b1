import type { Folder } from '@moqi/api/filing'
import { filingLimits } from '@moqi/domain/filings/filing-limits'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { upload } from '../../client/upload.ts'
import { folderOptions, rereadFilings } from '../../kit/filing/filing-reads.ts'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'

type PaperSheetProps = { folders: readonly Folder[]; folderId: string; onClose: () => void }
type Sent = { name: string; state: 'waiting' | 'done' | 'failed'; words: string }

const megabytes = filingLimits.importedBytes / 1024 / 1024

/** Takes contracts that were not signed here, several at once: each with what its own signatures are worth. */
export function PaperSheet({ folders, folderId: first, onClose }: PaperSheetProps) {
  const [folderId, setFolder] = useState(first)
  const [sent, setSent] = useState<readonly Sent[]>([])
  const [busy, setBusy] = useState(false)
  const send = async (files: File[]) => {
    const before = sent.length
    setSent([...sent, ...files.map(({ name }) => ({ name, state: 'waiting' as const, words: '正在上传…' }))])
    setBusy(true)
    for (const [index, file] of files.entries()) {
      const told = await sendOne(file, folderId)
      setSent((now) => now.map((one, at) => (at === before + index ? { name: one.name, ...told } : one)))
    }
    setBusy(false)
    await rereadFilings()
  }
  return (
    <Sheet
      title="导入纸质或外部合同"
      width={560}
      onClose={onClose}
      footer={
        <Button disabled={busy} onClick={onClose}>
          完成
        </Button>
      }
    >
      <div className="form-sheet">
        <p className="muted">扫描件或其他平台签署的合同，原样保存，不会标为由本平台签署；带数字签名的给出验签结论。</p>
        <SelectField
          label="放入文件夹"
          value={folderId}
          disabled={busy}
          options={[{ value: '', label: '待归档' }, ...folderOptions(folders)]}
          onChange={setFolder}
        />
        {!busy && (
          <FileDrop
            accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"
            multiple
            className="spreadsheet-drop"
            first
            onFiles={(files) => void send(files)}
          >
            <Upload size={24} />
            <b>选择文件，可多选</b>
            <span className="muted small">支持 pdf、jpg、png，每个不超过{megabytes}MB</span>
          </FileDrop>
        )}
        <ul className="arc-sent" aria-live="polite">
          {sent.map(({ name, state, words }, index) => (
            <li key={index} className={state}>
              <span className="clip">{name}</span>
              <span className={state === 'failed' ? 'fault' : 'muted'}>{words}</span>
            </li>
          ))}
        </ul>
      </div>
    </Sheet>
  )
}

async function sendOne(file: File, folderId: string): Promise<Omit<Sent, 'name'>> {
  try {
    const { imported } = await upload('importFiling', file, folderId === '' ? {} : { folderId })
    return { state: 'done', words: `已导入，${imported?.conclusion ?? ''}` }
  } catch (error) {
    return { state: 'failed', words: error instanceof CallRefusal ? error.message : '上传中断，请检查网络后重试' }
  }
}
