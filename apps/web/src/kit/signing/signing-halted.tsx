import type { ApproveInfo } from '@moqi/api/approval'
import type { Position } from '@moqi/api/shapes'
import type { SignDetail } from '@moqi/api/task'
import { type ReactNode, useRef } from 'react'
import type { Space } from '../../client/space-store.ts'
import { useNow } from '../../ui/use-now.ts'
import { appliedOverlay } from './applied-layer.tsx'
import { PlaceList } from './place-list.tsx'
import { ReadingPane, type ReadingHandle } from './reading-pane.tsx'
import './signing.css'
import './signing-work.css'
import { SigningHead, type SigningHeadMore, SpaceStrip } from './signing-head.tsx'
import { inReadingOrder } from './signing-state.ts'
import type { LargeText } from './use-large-text.ts'

type SigningHaltedProps = {
  detail: SignDetail
  head: SigningHeadMore | undefined
  text: LargeText
  space: Space
  /** What was asked for, and waits; null where nothing is. */
  application: Pick<ApproveInfo, 'positionArray' | 'sealArray'> | null
  /** Why it cannot be signed, and the ways on. */
  children: ReactNode
}

const heard = () => undefined

/** The contract to be read where it cannot be signed now, with the places as they are. */
export function SigningHalted({ detail, head, text, space, application, children }: SigningHaltedProps) {
  const now = useNow()
  const reading = useRef<ReadingHandle>(null)
  const { fileArray } = detail
  const positions = inReadingOrder(application?.positionArray ?? detail.positionArray, fileArray)
  return (
    <div className="sign">
      <SigningHead detail={detail} {...head} />
      <SpaceStrip detail={detail} space={space} />
      <main className="sign-doc">
        <ReadingPane
          ref={reading}
          files={fileArray}
          text={text}
          positions={positions}
          renderOverlay={appliedOverlay({
            files: fileArray,
            positions,
            seals: application?.sealArray ?? [],
            now,
            tone: application ? 'ochre' : 'grey',
            note: application ? '通过后用印' : null,
          })}
          renderPlace={() => null}
          onSeen={heard}
        />
      </main>
      <aside className="sign-side" aria-label="签署">
        <section className="only-desktop" aria-labelledby="places-heading">
          <h2 id="places-heading" className="h2">
            签署位置
          </h2>
          <PlaceList
            files={fileArray}
            positions={positions}
            state={{ picks: {}, ...chosenAt(positions) }}
            onGo={(position) => reading.current?.goTo(position)}
          />
        </section>
        <section className="sign-submit" aria-label="提交签署">
          {children}
        </section>
      </aside>
    </div>
  )
}

/** What stands at the places, as signing has it. */
function chosenAt(positions: readonly Position[]) {
  const chosen = positions.flatMap(({ positionId, sealId }) => (sealId ? [[positionId, { sealId }] as const] : []))
  const written = positions.flatMap(({ positionId, value }) => (value ? [[positionId, value] as const] : []))
  return { fills: Object.fromEntries(chosen), values: Object.fromEntries(written) }
}
