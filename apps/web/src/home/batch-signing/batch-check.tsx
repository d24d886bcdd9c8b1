import type { BatchSignRow } from '@moqi/api/batch-signing'
import { useState } from 'react'
import type { Space } from '../../client/space-store.ts'
import { useLocation } from '../../router/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { later } from '../../ui/later.tsx'
import { useOnline } from '../../ui/use-online.ts'
import { usePhone } from '../../ui/use-phone.ts'
import { TaskFrame } from '../../ui/task-frame.tsx'
import { type BatchChoices, willKindOf } from './batch-choices.ts'
import { BatchAgreement } from './batch-agreement.tsx'
import { BatchSummary } from './batch-summary.tsx'
import { CheckCards } from './check-cards.tsx'
import { CheckTable } from './check-table.tsx'
import { CommonSeal } from './common-seal.tsx'

const BatchWill = later(async () => (await import('./batch-will.tsx')).BatchWill)
const GrantSheet = later(async () => (await import('./grant-sheet.tsx')).GrantSheet)
const PreviewSheet = later(async () => (await import('./preview-sheet.tsx')).PreviewSheet)

type BatchCheckProps = {
  list: string
  rows: readonly BatchSignRow[]
  space: Space
  back: string
  /** Other contracts are being signed in this tab. */
  isBusy: boolean
}

/** What each contract waits for, which of them are signed with which seal, and the way to the proof of will. */
export function BatchCheck({ list, rows, space, back, isBusy }: BatchCheckProps) {
  const { pathname, search } = useLocation()
  const phone = usePhone()
  const { now, left, choices, ready, chosen, take, setChoices } = useChosen(rows)
  const [each, setEach] = useState(false)
  const [agreed, setAgreed] = useState(false)
  const [tried, setTried] = useState(false)
  // What the code was sent for stays as it is, whatever becomes of the contracts meanwhile.
  const [proving, setProving] = useState<readonly BatchSignRow[] | null>(null)
  const [read, setRead] = useState<BatchSignRow | null>(null)
  const [asking, ask] = useState<BatchSignRow | null>(null)
  const kind = willKindOf(chosen)
  const submit = () => {
    setTried(!agreed)
    if (agreed) setProving(chosen)
  }
  const Rows = phone ? CheckCards : CheckTable
  return (
    <TaskFrame
      back={{ to: back, label: '返回合同列表' }}
      title="批量签署"
      note={space.spaceName}
      actions={<SubmitButton count={chosen.length} agreed={agreed} shut={isBusy} onPress={submit} />}
    >
      <div className="batch-sign">
        <section className="card batch-sign-rows" aria-labelledby="batch-check">
          <div className="batch-sign-head">
            <h2 id="batch-check" className="h2">
              核对{rows.length}份合同
            </h2>
            <span className="small muted">最多50份；不能签署的不影响其他</span>
          </div>
          <Rows
            rows={rows}
            left={left}
            choices={choices}
            each={each || !phone}
            now={now}
            here={pathname + search}
            space={space}
            onTake={take}
            onPick={(signId, own) => setChoices({ ...choices, own: { ...choices.own, [signId]: own } })}
            onRead={setRead}
            onAsk={ask}
          />
        </section>
        <aside className="batch-sign-side" aria-label="本次签署">
          <CommonSeal
            rows={ready}
            choices={choices}
            now={now}
            each={each}
            onEach={phone ? () => setEach(!each) : null}
            onPick={(common) => setChoices({ common, own: {} })}
          />
          <BatchSummary rows={rows} chosen={chosen.length} />
          <BatchAgreement
            agreed={agreed}
            loud={tried}
            chosen={chosen.length}
            kind={kind}
            isBusy={isBusy}
            onAgree={setAgreed}
          />
        </aside>
      </div>
      {read && <PreviewSheet row={read} space={space} here={pathname + search} onClose={() => setRead(null)} />}
      {asking && <GrantSheet row={asking} space={space} here={pathname + search} onClose={() => ask(null)} />}
      {proving && (
        <BatchWill
          list={list}
          rows={proving}
          kind={willKindOf(proving)}
          choices={choices}
          now={now}
          space={space}
          onClose={() => setProving(null)}
        />
      )}
    </TaskFrame>
  )
}

/** Which contracts are signed, each with which seal. */
function useChosen(rows: readonly BatchSignRow[]) {
  const [now] = useState(() => Date.now())
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [choices, setChoices] = useState<BatchChoices>({ common: {}, own: {} })
  const ready = rows.filter(({ signBeforeCheck }) => signBeforeCheck === 1)
  const take = (signId: string, taken: boolean) => {
    const next = new Set(left)
    if (taken) next.delete(signId)
    else next.add(signId)
    setLeft(next)
  }
  return { now, left, choices, ready, chosen: ready.filter(({ signId }) => !left.has(signId)), take, setChoices }
}

type SubmitProps = { count: number; agreed: boolean; shut: boolean; onPress: () => void }

/** Red once it may be pressed. */
function SubmitButton({ count, agreed, shut, onPress }: SubmitProps) {
  const online = useOnline()
  const open = count > 0 && online && !shut
  return (
    <Button
      variant={open && agreed ? 'seal' : 'plain'}
      size="l"
      className="batch-submit"
      disabled={!open}
      onClick={onPress}
    >
      {online ? `签署${count}份` : '网络恢复后可签署'}
    </Button>
  )
}
