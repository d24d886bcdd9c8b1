import { Download, PenLine, Send } from 'lucide-react'
import { mostSigned } from '@moqi/domain/contract/batch-sign'
import { type ReactNode, useEffect, useState } from 'react'
import { showRefusal } from '../../client/call-error.ts'
import { useSpace } from '../../client/space-store.ts'
import { useNavigate } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { filterSearch, type ListFilter } from '../../kit/list/list-filter.ts'
import { hasRight, noLaunchRight } from '../../kit/space/space-facts.ts'
import { downloadSeveral, sendSeveral } from './batch.ts'
import { clearSelection, offering, selectWithin, useSelection } from './selection.ts'
import './selection-bar.css'

/** What can be done with the ticked rows (domain.md 7.2), in the place of the filters; each button says to how many. */
export function SelectionBar({ filter }: { filter: ListFilter }) {
  const search = filterSearch(filter)
  const ticked = useSelection((state) => state.rows)
  const space = useSpace((state) => state.current)
  const [busy, setBusy] = useState<'send' | 'download' | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  useEffect(() => selectWithin(search), [search])
  const navigate = useNavigate()
  const signable = offering(ticked, 'sign').filter(({ status }) => status === 'iSign')
  const sendable = offering(ticked, 'send')
  const finished = offering(ticked, 'download')

  const run = async (name: 'send' | 'download', work: () => Promise<unknown>) => {
    if (busy) return
    setBusy(name)
    try {
      await work()
    } catch (fault) {
      showRefusal(fault)
      console.error(`${name} failed`, fault)
    } finally {
      setBusy(null)
      setProgress(null)
    }
  }
  const mayLaunch = !space || hasRight(space, 'launch')
  const noSending = mayLaunch ? sendable.length === 0 && '所选合同中没有待发送的合同' : noLaunchRight
  const noDownload = finished.length === 0 && '签署完成后才能下载'
  return (
    <div className="select-bar" role="group" aria-label="批量操作">
      <span className="select-count" role="status">
        {ticked.size > 0 ? `已选择${ticked.size}项` : ''}
      </span>
      {ticked.size > 0 && (
        <>
          <button type="button" className="link" onClick={clearSelection}>
            清空
          </button>
          <span className="select-acts">
            <Act
              icon={<PenLine size={16} />}
              text="批量签署"
              number={signable.length}
              reason={noSigning(signable.length)}
              busy={false}
              onPress={() => void navigate(`/sign?signIds=${signable.map(({ signId }) => signId).join()}`)}
            />
            <Act
              icon={<Download size={16} />}
              text={progress === null ? '批量下载' : `正在打包 ${progress}%`}
              number={progress === null ? finished.length : 0}
              reason={noDownload}
              busy={busy === 'download'}
              onPress={() => void run('download', () => downloadSeveral(finished, setProgress))}
            />
            <Act
              icon={<Send size={16} />}
              text="批量发送"
              number={sendable.length}
              reason={noSending}
              busy={busy === 'send'}
              onPress={() => void run('send', () => sendSeveral(sendable, ticked.size - sendable.length))}
            />
          </span>
        </>
      )}
    </div>
  )
}

type ActProps = {
  icon: ReactNode
  text: string
  /** To how many of the ticked it applies. */
  number: number
  /** Why it applies to none. */
  reason: string | false
  busy: boolean
  onPress: () => void
}

function Act({ icon, text, number, reason, busy, onPress }: ActProps) {
  return (
    <span className="select-act">
      {reason && <span className="muted small">{reason}</span>}
      <Button size="s" busy={busy} disabled={reason !== false} onClick={onPress}>
        {icon}
        {number > 0 ? `${text}${number}份` : text}
      </Button>
    </span>
  )
}

/** Why so many contracts cannot be signed together. */
function noSigning(count: number): string | false {
  if (count === 0) return '所选合同中没有待我签署的合同'
  return count > mostSigned && `一次最多签署${mostSigned}份`
}
