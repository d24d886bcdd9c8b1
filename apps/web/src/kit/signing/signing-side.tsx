import type { Position, SealInfo } from '@moqi/api/shapes'
import type { SignDetail } from '@moqi/api/task'
import { FillInList } from './fill-in-list.tsx'
import { FromInitiator } from './from-initiator.tsx'
import { later } from '../../ui/later.tsx'
import { PlaceList } from './place-list.tsx'
import { SealChoices } from './seal-choices.tsx'
import { isPick, placeKind, sealsFor } from './signing-state.ts'
import { SubmitBar } from './submit-bar.tsx'
import type { SigningFacts } from './use-signing.ts'

/** Few contracts ask for papers: what shows them is no part of the page on which all the others are signed. */
const PaperPart = later(
  async () => (await import('./paper-part.tsx')).PaperPart,
  null,
  () => false,
)

const stamps = [
  { kind: 'company', title: '使用印章' },
  { kind: 'legal', title: '使用法定代表人章' },
] as const

type SigningSideProps = {
  detail: SignDetail
  signing: SigningFacts
  seals: readonly SealInfo[]
  /** Submitting was tried in vain. */
  tried: boolean
  /** What the last press has done, in words. */
  done: string
  /** Submitting is under way. */
  busy: boolean
  onGo: (position: Position) => void
  onType: (positionId: string, value: string) => void
  onOneClick: () => void
  /** To the next open place. */
  onNext: (position: Position) => void
  onReadOn: () => void
  onSubmit: () => void
}

/** Beside the pages: how far one is, what to fill in, which seal, and the way to the signature. */
export function SigningSide(props: SigningSideProps) {
  const { detail, signing, seals, tried, done, busy, onGo, onType, onOneClick, onNext, onReadOn, onSubmit } = props
  const { positions, state, send, open } = signing
  const next = open[0]
  // Dates and cross-page seals come by themselves: what is counted is what one does.
  const acts = positions.filter((position) => isPick(placeKind(position)) || placeKind(position) === 'fillIn').length
  return (
    <aside className="sign-side" aria-label="签署">
      <section className="only-desktop" aria-labelledby="places-heading">
        <div className="spread">
          <h2 id="places-heading" className="h2">
            签署位置
          </h2>
          <span className="small muted num">
            {acts - open.length} / {acts}
          </span>
        </div>
        <PlaceList files={detail.fileArray} positions={positions} state={state} onGo={onGo} />
      </section>
      <FromInitiator detail={detail} />
      {signing.papers.isShown && <PaperPart papers={signing.papers} loud={tried} />}
      <FillInList positions={positions} values={state.values} loud={tried} onType={onType} />
      {stamps
        .filter(({ kind }) => positions.some((position) => placeKind(position) === kind))
        .map(({ kind, title }) => (
          <section key={kind} className="only-desktop compact" aria-labelledby={`${kind}-seals`}>
            <h2 id={`${kind}-seals`} className="h2">
              {title}
            </h2>
            <SealChoices
              seals={sealsFor(kind, seals, signing.opened)}
              chosen={state.picks[kind]}
              mm={1.5}
              onChoose={({ sealId }) => send({ do: 'pick', kind, fill: { sealId }, positions })}
            />
          </section>
        ))}
      <SubmitBar
        signing={signing}
        tried={tried}
        done={done}
        busy={busy}
        onOneClick={onOneClick}
        onNext={() => next && onNext(next)}
        onReadOn={onReadOn}
        onSubmit={onSubmit}
      />
    </aside>
  )
}
