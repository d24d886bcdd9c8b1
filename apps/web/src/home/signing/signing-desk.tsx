import type { Position, SealInfo } from '@moqi/api/shapes'
import type { SignDetail } from '@moqi/api/task'
import { useCallback, useRef, useState } from 'react'
import type { CallRefusal } from '../../client/call-error.ts'
import type { Space } from '../../client/space-store.ts'
import { later } from '../../ui/later.tsx'
import { warn } from '../../ui/toast-store.ts'
import { DocumentView, type DocumentViewHandle } from '../document/document-view.tsx'
import { refreshContracts } from '../operations/contract-keys.ts'
import { pageOverlay } from './page-overlay.tsx'
import type { Choice } from './choosing.tsx'
import { FromInitiator, FromInitiatorButton } from './from-initiator.tsx'
import { FillInList, FillInSheet, focusFillIn } from './fill-in-fields.tsx'
import { PlaceList } from './place-list.tsx'
import { SealChoices } from './seal-choices.tsx'
import './signing.css'
import { SigningHead, type SigningHeadMore, SpaceStrip } from './signing-head.tsx'
import { isPick, missingPicks, placeKind, sealsFor, signedPlaces, usedNames, type Fill } from './signing-state.ts'
import { SubmitBar } from './submit-bar.tsx'
import type { Obstacle } from './obstacle.ts'
import { useSigning } from './use-signing.ts'
import { useWill } from './use-will.ts'
import { signingFault } from './will.ts'

const Choosing = later(async () => (await import('./choosing.tsx')).Choosing)
const WillSheet = later(async () => (await import('./will-sheet.tsx')).WillSheet)

type SigningDeskProps = {
  detail: SignDetail
  head?: SigningHeadMore
  space: Space
  seals: readonly SealInfo[]
  onSealMade: () => Promise<void>
  /** Signed; `fill` is what stands on the first place. */
  onSigned: (fill: Fill | undefined) => void
}

/** Who signs here, and how the initiator wants it proved. */
function ownParty({ signerArray, ownSignerNo }: SignDetail, space: Space) {
  const own = signerArray.find(({ signerNo }) => signerNo === ownSignerNo)
  return { signerName: own?.signerName ?? space.spaceName, willKind: own?.willAuthType ?? 'any' }
}

const hints: Record<Obstacle, (left: number) => string> = {
  places: (left) => `还有${left}处未签署`,
  reading: () => '请先阅读完全部内容',
  consent: () => '请先阅读并同意协议',
}

/** The document with this party's places, what to set on them, and the way to the signature. */
export function SigningDesk({ detail, head, space, seals, onSealMade, onSigned }: SigningDeskProps) {
  const signing = useSigning(detail, seals)
  const { positions, state, send, open, obstacle } = signing
  const proof = useWill(detail.signId)
  const view = useRef<DocumentViewHandle>(null)
  const [choice, setChoice] = useState<Choice | null>(null)
  const [proving, setProving] = useState(false)
  const [hint, setHint] = useState('')
  const [filling, setFilling] = useState<Position | null>(null)
  const personal = space.spaceType === 'person'
  const { signerName, willKind } = ownParty(detail, space)

  const go = useCallback(
    (position: Position) => {
      const fileIndex = detail.fileArray.findIndex(({ fileId }) => fileId === position.fileId)
      view.current?.scrollTo({ fileIndex, page: position.page, y: position.y + position.height / 2 })
    },
    [detail.fileArray],
  )
  const press = (position: Position) => {
    const kind = placeKind(position)
    setHint('')
    if (kind === 'fillIn') return setFilling(position)
    if (!isPick(kind)) return
    const set = position.positionId in state.fills
    if (!set && state.picks[kind]) return send({ do: 'set', position })
    setChoice({
      kind,
      position,
      write: !set && kind === 'handwrite' && sealsFor(kind, seals, signing.opened).length === 0,
    })
  }
  const oneClick = () => {
    setHint('')
    send({ do: 'set-all', positions })
    const missing = missingPicks(positions, state)[0]
    if (missing) setChoice({ kind: missing, position: null, write: missing === 'handwrite' })
  }
  const chosen = ({ kind, position }: Choice, fill: Fill) => {
    setChoice(null)
    // The first choice of a kind serves all its places; a later one at a single place serves that place alone.
    if (position === null || !state.picks[kind]) send({ do: 'pick', kind, fill, positions })
    if (position) send({ do: 'set', position, fill })
    else send({ do: 'set-all', positions })
  }
  const type = (positionId: string, value: string) => send({ do: 'type', positionId, value })
  /** To the next open place, and into its field where there is one. */
  const lead = (position: Position) => {
    go(position)
    if (placeKind(position) === 'fillIn' && !focusFillIn(position)) setFilling(position)
  }
  const submit = () => {
    setHint(obstacle ? hints[obstacle](open.length) : '')
    const next = open[0]
    if (obstacle === 'places' && next) lead(next)
    if (!obstacle) setProving(true)
  }
  const refused = (refusal: CallRefusal) => {
    setProving(false)
    warn(refusal.message)
    if (signingFault(refusal.reason) === 'state') void refreshContracts()
    else void onSealMade()
  }
  const overlay = pageOverlay({ files: detail.fileArray, signing, seals, onPress: press, onType: type })
  const companySeals = sealsFor('company', seals, signing.opened)
  const sealsCompany = positions.some((position) => placeKind(position) === 'company')
  const names = usedNames(state, seals)
  return (
    <div className="sign">
      <SigningHead detail={detail} {...head} />
      <SpaceStrip space={space}>
        <FromInitiatorButton detail={detail} />
      </SpaceStrip>
      <main className="sign-doc">
        <DocumentView
          key={detail.fileArray.map(({ sha256 }) => sha256).join()}
          ref={view}
          files={detail.fileArray}
          label="合同正文"
          renderOverlay={overlay}
          onReadToEnd={signing.onReadToEnd}
        />
      </main>
      <aside className="sign-side" aria-label="签署">
        <section className="only-desk" aria-labelledby="places-heading">
          <div className="spread">
            <h2 id="places-heading" className="h2">
              签署位置
            </h2>
            <span className="small muted num">
              {positions.length - open.length} / {positions.length}
            </span>
          </div>
          <PlaceList positions={positions} state={state} onGo={go} />
        </section>
        <FromInitiator detail={detail} />
        <FillInList positions={positions} values={state.values} loud={hint !== ''} onType={type} />
        {sealsCompany && (
          <section className="only-desk compact" aria-labelledby="seals-heading">
            <h2 id="seals-heading" className="h2">
              使用印章
            </h2>
            <SealChoices
              seals={companySeals}
              chosen={state.picks.company}
              mm={1.5}
              onChoose={({ sealId }) => send({ do: 'pick', kind: 'company', fill: { sealId }, positions })}
            />
          </section>
        )}
        <SubmitBar
          signing={signing}
          hint={hint}
          onOneClick={oneClick}
          onNext={() => open[0] && lead(open[0])}
          onSubmit={submit}
        />
      </aside>
      {filling && (
        <FillInSheet
          position={filling}
          value={state.values[filling.positionId] ?? ''}
          onType={(value) => type(filling.positionId, value)}
          onClose={() => setFilling(null)}
        />
      )}
      {choice && (
        <Choosing
          choice={choice}
          seals={seals}
          chosen={(choice.position && state.fills[choice.position.positionId]) ?? state.picks[choice.kind]}
          now={signing.opened}
          signerName={signerName}
          personal={personal}
          canWrite={detail.signKind !== 'seal'}
          onChoice={setChoice}
          onChosen={chosen}
          onClear={
            choice.position && choice.position.positionId in state.fills
              ? ({ positionId }) => {
                  send({ do: 'clear', positionId })
                  setChoice(null)
                }
              : null
          }
          onSealMade={onSealMade}
        />
      )}
      {proving && (
        <WillSheet
          kind={willKind}
          oath={[
            ['签署', `${detail.taskName}（${signing.pages} 页）`],
            ['代表', space.spaceName],
            ['用印', names.join('、')],
          ]}
          proof={proof}
          places={signedPlaces(positions, state)}
          onSigned={() => onSigned(positions.map(({ positionId }) => state.fills[positionId]).find(Boolean))}
          onRefused={refused}
          onClose={() => setProving(false)}
        />
      )}
    </div>
  )
}
