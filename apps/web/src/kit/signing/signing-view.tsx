import type { SealInfo, WillAsked } from '@moqi/api/shapes'
import type { SignDetail } from '@moqi/api/task'
import { type Ref, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Space } from '../../client/space-store.ts'
import { later } from '../../ui/later.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { createLaid, type LaidOver } from './laid.ts'
import { ReadingPane, type ReadingHandle } from './reading-pane.tsx'
import { SideWaiting } from './side-waiting.tsx'
import './signing.css'
import { SigningHead, type SigningHeadMore, SpaceStrip } from './signing-head.tsx'
import type { Fill } from './signing-state.ts'
import type { LargeText } from './use-large-text.ts'
import { useOffers } from './use-offers.ts'

const SigningWork = later(async () => (await import('./signing-work.tsx')).SigningWork, <SideWaiting />)

type SigningViewProps = {
  detail: SignDetail
  head?: SigningHeadMore
  text: LargeText
  space: Space
  /** How the will must be proved. */
  demand: WillAsked
  /** Has the part come that shows what was signed; rejects when it does not. */
  fetchSuccess: () => Promise<unknown>
  /** Signed; `fill` is what stands on the first place, one of `seals` or written. */
  onSigned: (fill: Fill | undefined, seals: readonly SealInfo[]) => void
}

/** The contract to be read, and as soon as it is on its way what one signs it with. */
export function SigningView({ detail, head, text, space, demand, fetchSuccess, onSigned }: SigningViewProps) {
  const reading = useRef<ReadingHandle>(null)
  const [laid] = useState(createLaid)
  // Its words come by another way, and are no part of what one waits for here.
  const [begun, setBegun] = useState(text.large)
  useEffect(() => {
    if (begun) SigningWork.fetch().catch(() => undefined)
  }, [begun])
  const { seals, before, failed, busy, readAgain } = useOffers(detail, space, begun)
  return (
    <div className="sign">
      <SigningHead detail={detail} begun={begun} {...head} />
      <SpaceStrip detail={detail} begun={begun} space={space} />
      <main className="sign-doc">
        <LaidPane
          key={detail.fileArray.map(({ sha256 }) => sha256).join()}
          ref={reading}
          detail={detail}
          text={text}
          laid={laid}
          onBegin={() => setBegun(true)}
        />
      </main>
      {seals && before ? (
        <SigningWork
          detail={detail}
          reading={reading}
          laid={laid}
          space={space}
          demand={demand}
          seals={seals}
          before={before}
          fetchSuccess={fetchSuccess}
          onSealMade={readAgain}
          onSigned={(fill) => onSigned(fill, seals)}
        />
      ) : failed ? (
        <aside className="sign-side" aria-label="签署">
          <LoadingFailed onRetry={() => void readAgain()} busy={busy} />
        </aside>
      ) : (
        <SideWaiting />
      )}
    </div>
  )
}

type LaidPaneProps = {
  detail: SignDetail
  text: LargeText
  laid: LaidOver
  onBegin: () => void
  ref: Ref<ReadingHandle>
}

/** The contract with what lies on it: nothing else is drawn anew when that changes. */
function LaidPane({ detail, text, laid, onBegin, ref }: LaidPaneProps) {
  const { positions, renderOverlay, renderPlace } = useStore(laid.store)
  return (
    <ReadingPane
      ref={ref}
      files={detail.fileArray}
      text={text}
      positions={positions}
      renderOverlay={renderOverlay}
      renderPlace={renderPlace}
      onSeen={laid.onSeen}
      onBegin={onBegin}
    />
  )
}
