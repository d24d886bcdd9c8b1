import { CircleAlert, RotateCw } from 'lucide-react'
import { useEffect, useReducer, useRef } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { upload } from '../../client/upload.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { checkQueue, newCheck, nextInQueue, type Check, type CheckPhase } from './check-queue.ts'
import { CheckResult } from './check-result.tsx'
import { DropZone } from './drop-zone.tsx'
import './file-check.css'
import { RootsNote } from './roots-note.tsx'
import { fileSize } from './signature-facts.ts'
import { verdictLook } from './verdict-look.ts'

const promise = '支持50MB以内PDF、OFD，文件仅用于本次验证，不会保存'

/** Verifies signed files for anybody, signed in or not (checklist R52, domain.md 7.8). */
export function FileCheckPage() {
  const [queue, send] = useReducer(checkQueue, { checks: [], shown: null })
  const files = useRef(new Map<number, File>())
  const next = nextInQueue(queue)
  const nextId = next?.id ?? null

  useEffect(() => {
    const file = nextId === null ? undefined : files.current.get(nextId)
    if (nextId === null || !file) return
    const move = (to: CheckPhase) => send({ do: 'move', id: nextId, to })
    move({ phase: 'sending', part: 0 })
    upload('verifyFile', file, {}, { onProgress: (part) => move({ phase: 'sending', part }) }).then(
      (verdict) => move({ phase: 'done', verdict, at: Date.now() }),
      (fault: unknown) =>
        move({
          phase: 'refused',
          message: fault instanceof CallRefusal ? fault.message : '验证没有完成，请检查网络后重试',
          again: true,
        }),
    )
  }, [nextId])

  const add = (added: File[]) => {
    if (added.length === 0) return
    const checks = added.map((file) => {
      const id = files.current.size + 1
      files.current.set(id, file)
      return newCheck(id, file)
    })
    send({ do: 'add', checks })
  }
  const shown = queue.checks.find(({ id }) => id === queue.shown)
  if (!shown) return <Start onFiles={add} />
  return (
    <div className="check-page">
      {queue.checks.length > 1 && (
        <CheckList checks={queue.checks} shown={shown.id} onShow={(id) => send({ do: 'show', id })} />
      )}
      {shown.phase === 'done' ? (
        <CheckResult
          key={shown.id}
          fileName={shown.fileName}
          size={shown.fileSize}
          verdict={shown.verdict}
          at={shown.at}
        >
          <Another onFiles={add} />
        </CheckResult>
      ) : (
        <UnderWay
          check={shown}
          onFiles={add}
          onRetry={() => send({ do: 'move', id: shown.id, to: { phase: 'waiting' } })}
        />
      )}
    </div>
  )
}

function Start({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <div className="check-start">
      <h1>
        <span>这份文件，</span>
        <span>是当初签的那一份吗？</span>
      </h1>
      <p className="muted">上传已签署的PDF或OFD文件，验证签名是否有效、内容是否被篡改</p>
      <DropZone onFiles={onFiles}>
        <b>
          <span className="only-desktop">点击或将文件拖拽到此处上传</span>
          <span className="only-phone">点击选择文件</span>
        </b>
        <span className="small muted">{promise}</span>
      </DropZone>
      <p className="check-other">
        没有签名，只想知道两份文件有何不同？
        <Link to="/file-compare" className="link">
          对比文件
        </Link>
      </p>
      <RootsNote />
    </div>
  )
}

function Another({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <DropZone onFiles={onFiles} compact>
      <b>验证另一份文件</b>
    </DropZone>
  )
}

type UnderWayProps = { check: Check; onFiles: (files: File[]) => void; onRetry: () => void }

function UnderWay({ check, onFiles, onRetry }: UnderWayProps) {
  if (check.phase === 'refused')
    return (
      <div className="check-start">
        <section className="card check-refused" role="alert">
          <CircleAlert size={24} />
          <div>
            <h1 className="h2">{check.message}</h1>
            <p className="muted clip">{check.fileName}</p>
          </div>
          {check.again && (
            <Button onClick={onRetry}>
              <RotateCw size={16} />
              重试
            </Button>
          )}
        </section>
        <Another onFiles={onFiles} />
        <p className="small muted">{promise}</p>
      </div>
    )
  const part = check.phase === 'sending' ? check.part : 0
  const doing =
    check.phase === 'waiting' ? '等待验证' : part < 1 ? `正在上传 ${Math.round(part * 100)}%` : '正在逐个验证签名与内容'
  return (
    <div className="check-start">
      <section className="card check-going" aria-busy="true">
        <h1 className="h2 clip">{check.fileName}</h1>
        <p className="muted" role="status">
          {doing}，{fileSize(check.fileSize)}
        </p>
        <progress aria-label={doing} max={1} {...(part < 1 && { value: part })} />
      </section>
      <p className="small muted">{promise}</p>
    </div>
  )
}

const states: Record<Check['phase'], string> = {
  waiting: '等待验证',
  sending: '正在验证',
  done: '',
  refused: '未能验证',
}

type CheckListProps = { checks: readonly Check[]; shown: number; onShow: (id: number) => void }

/** The files of this visit; pressing one shows its verdict again. */
function CheckList({ checks, shown, onShow }: CheckListProps) {
  return (
    <nav className="check-list" aria-label="本次验证的文件">
      {checks.map((check) => (
        <button
          key={check.id}
          type="button"
          aria-current={check.id === shown ? 'true' : undefined}
          onClick={() => onShow(check.id)}
        >
          <i aria-hidden="true" className={check.phase === 'done' ? `dot-${verdictLook(check.verdict).tone}` : ''} />
          <span className="clip">{check.fileName}</span>
          <span className="sr">{check.phase === 'done' ? check.verdict.conclusion : states[check.phase]}</span>
        </button>
      ))}
    </nav>
  )
}
