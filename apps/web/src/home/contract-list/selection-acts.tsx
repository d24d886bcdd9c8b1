import { ChevronDown, Download, PenLine, Send } from 'lucide-react'
import { mostSigned } from '@moqi/domain/contract/batch-sign'
import { type ReactNode, useState } from 'react'
import { showRefusal } from '../../client/call-error.ts'
import { useSpace } from '../../client/space-store.ts'
import { useNavigate } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { later } from '../../ui/later.tsx'
import { MenuButton, type MenuItem } from '../../ui/menu-button.tsx'
import { noLaunch } from '../../kit/space/space-facts.ts'
import { downloadSeveral, sendSeveral, urgeSeveral } from './batch.ts'
import { offering, useSelection } from './selection.ts'

const RecallSheet = later(async () => (await import('./recall-sheet.tsx')).RecallSheet)
const VoidSheet = later(async () => (await import('./void-sheet.tsx')).VoidSheet)

/** What is done to the ticked rows; each button says to how many, or why to none. */
export function SelectionActs() {
  const ticked = useSelection((state) => state.rows)
  const space = useSpace((state) => state.current)
  const [busy, setBusy] = useState<'send' | 'download' | 'urge' | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [asking, setAsking] = useState<'recall' | 'void' | null>(null)
  const navigate = useNavigate()
  const signable = offering(ticked, 'sign').filter(({ status }) => status === 'iSign')
  const sendable = offering(ticked, 'send')
  const finished = offering(ticked, 'download')
  const [urgeable, recallable, voidable] = [
    offering(ticked, 'urge'),
    offering(ticked, 'recall'),
    offering(ticked, 'void'),
  ]

  const run = async (name: NonNullable<typeof busy>, work: () => Promise<unknown>) => {
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
  const refused = noLaunch(space)
  const noSending = refused ?? (sendable.length === 0 && '所选合同中没有待发送的合同')
  const noDownload = finished.length === 0 && '签署完成后才能下载'
  const urge = () => void run('urge', () => urgeSeveral(urgeable, ticked.size - urgeable.length))
  const more = [
    item('urge', '催签', urgeable.length, urge),
    item('recall', '撤回', recallable.length, () => setAsking('recall')),
    item('void', '作废', refused === null ? voidable.length : 0, () => setAsking('void')),
  ]
  return (
    <>
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
        <MenuButton label="更多批量操作" className="btn btn-plain btn-s" items={more}>
          更多
          <ChevronDown size={16} />
        </MenuButton>
      </span>
      {asking === 'recall' && (
        <RecallSheet rows={recallable} others={ticked.size - recallable.length} onClose={() => setAsking(null)} />
      )}
      {asking === 'void' && (
        <VoidSheet rows={voidable} others={ticked.size - voidable.length} onClose={() => setAsking(null)} />
      )}
    </>
  )
}

const item = (key: string, word: string, count: number, onPress: () => void): MenuItem =>
  count > 0
    ? { key, label: `${word}${count}份`, danger: key === 'void', onPress }
    : { key, label: `${word}（所选合同均不可${word}）`, disabled: true, onPress }

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
    <span className={reason ? 'select-act is-off' : 'select-act'}>
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
