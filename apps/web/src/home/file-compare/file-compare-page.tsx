import type { Comparison } from '@moqi/api/comparison'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { uploadPair } from '../../client/upload.ts'
import { Button } from '../../ui/button.tsx'
import { CompareResult } from './compare-result.tsx'
import { shutOut } from './difference-words.ts'
import './file-compare.css'
import { FileSlot } from './file-slot.tsx'

/** The two files; null where none is chosen. */
export type Sides = { before: File | null; after: File | null }

type Phase =
  | { name: 'choosing' }
  | { name: 'comparing'; part: number }
  | { name: 'compared'; comparison: Comparison; at: number }
  | { name: 'refused'; message: string }

/** Tells what differs between two PDFs, for anybody, signed in or not. */
export function FileComparePage() {
  const [sides, setSides] = useState<Sides>({ before: null, after: null })
  const [phase, setPhase] = useState<Phase>({ name: 'choosing' })
  const going = useRef<AbortController | null>(null)
  useEffect(() => () => going.current?.abort(), [])

  const choose = (side: keyof Sides, files: File[]) => {
    going.current?.abort()
    const [first = null, second = null] = files
    setSides((chosen) => (second ? { before: first, after: second } : { ...chosen, [side]: first }))
    setPhase({ name: 'choosing' })
  }
  const compare = ({ before, after }: { before: File; after: File }) => {
    const control = new AbortController()
    going.current = control
    setPhase({ name: 'comparing', part: 0 })
    const tell = (next: Phase) => control.signal.aborted || setPhase(next)
    const onProgress = (part: number) => tell({ name: 'comparing', part })
    uploadPair('compareFiles', { before, after }, { signal: control.signal, onProgress }).then(
      (comparison) => tell({ name: 'compared', comparison, at: Date.now() }),
      (fault: unknown) =>
        tell({
          name: 'refused',
          message: fault instanceof CallRefusal ? fault.message : '对比没有完成，请检查网络后重试',
        }),
    )
  }
  const { before, after } = sides
  if (phase.name === 'compared' && before && after) {
    const files = { before: before.name, after: after.name }
    return (
      <CompareResult
        comparison={phase.comparison}
        files={files}
        at={phase.at}
        onAgain={() => {
          setSides({ before: null, after: null })
          setPhase({ name: 'choosing' })
        }}
      />
    )
  }
  const isShutOut = [before, after].some((file) => file !== null && shutOut(file) !== null)
  const ready = before && after && !isShutOut ? { before, after } : null
  return (
    <div className="diff-start">
      <h1>
        <span>两份文件，</span>
        <span>有哪些不同？</span>
      </h1>
      <p className="muted">选择两个PDF，逐字对比文字，逐页对比图形；扫描件也可以</p>
      <div className="diff-slots">
        <FileSlot title="原文件" file={before} onFiles={(files) => choose('before', files)} />
        <FileSlot title="新文件" file={after} onFiles={(files) => choose('after', files)} />
      </div>
      {phase.name === 'refused' && (
        <p className="card diff-refused" role="alert">
          <CircleAlert size={20} />
          {phase.message}
        </p>
      )}
      {phase.name === 'comparing' ? (
        <Going part={phase.part} />
      ) : (
        <Button variant="primary" size="l" disabled={!ready} onClick={() => ready && compare(ready)}>
          {phase.name === 'refused' ? '重新对比' : '开始对比'}
        </Button>
      )}
      <p className="small muted">每个文件不超过50MB、500页，仅用于本次对比，不会保存</p>
    </div>
  )
}

function Going({ part }: { part: number }) {
  const doing = part < 1 ? `正在上传 ${Math.round(part * 100)}%` : '正在逐页对比，页数多时需要一两分钟'
  return (
    <div className="diff-going" aria-busy="true">
      <p role="status">{doing}</p>
      <progress aria-label={doing} max={1} {...(part < 1 && { value: part })} />
    </div>
  )
}
