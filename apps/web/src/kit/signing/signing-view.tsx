import type { Position, SealInfo } from '@moqi/api/shapes'
import type { SignDetail } from '@moqi/api/task'
import { useCallback, useRef, useState } from 'react'
import type { CallRefusal } from '../../client/call-error.ts'
import type { Space } from '../../client/space-store.ts'
import { later } from '../../ui/later.tsx'
import { warn } from '../../ui/toast-store.ts'
import { refreshContracts } from '../contract/contract-keys.ts'
import type { DocumentHandle } from '../document/document-handle.ts'
import { DocumentView } from '../document/document-view.tsx'
import { FillInSheet } from './fill-in-sheet.tsx'
import { focusFillIn } from './fill-in-list.tsx'
import { FromInitiatorButton } from './from-initiator.tsx'
import type { Obstacle } from './obstacle.ts'
import { pageOverlay } from './page-overlay.tsx'
import './signing.css'
import { SigningHead, type SigningHeadMore, SpaceStrip } from './signing-head.tsx'
import { SigningSide } from './signing-side.tsx'
import { isPick, placeKind, signedPlaces, usedNames, type Fill } from './signing-state.ts'
import { useChoosing } from './use-choosing.ts'
import { useSigning } from './use-signing.ts'
import { useWill } from './use-will.ts'
import { signingFault } from './will.ts'

const Choosing = later(async () => (await import('./choosing.tsx')).Choosing)
const WillSheet = later(async () => (await import('./will-sheet.tsx')).WillSheet)

type SigningViewProps = {
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
export function SigningView({ detail, head, space, seals, onSealMade, onSigned }: SigningViewProps) {
  const signing = useSigning(detail, seals)
  const choosing = useChoosing(signing, seals)
  const { positions, state, send, open, obstacle } = signing
  const proof = useWill(detail.signId)
  const view = useRef<DocumentHandle>(null)
  const [proving, setProving] = useState(false)
  const [hint, setHint] = useState('')
  const [filling, setFilling] = useState<Position | null>(null)
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
    if (kind === 'fillIn') setFilling(position)
    else if (isPick(kind)) choosing.press(kind, position)
  }
  const oneClick = () => {
    setHint('')
    choosing.setAll()
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
          renderOverlay={pageOverlay({ files: detail.fileArray, signing, seals, onPress: press, onType: type })}
          onReadToEnd={signing.onReadToEnd}
        />
      </main>
      <SigningSide
        detail={detail}
        signing={signing}
        seals={seals}
        hint={hint}
        onGo={go}
        onType={type}
        onOneClick={oneClick}
        onNext={lead}
        onSubmit={submit}
      />
      {filling && (
        <FillInSheet
          position={filling}
          value={state.values[filling.positionId] ?? ''}
          onType={(value) => type(filling.positionId, value)}
          onClose={() => setFilling(null)}
        />
      )}
      {choosing.choice && (
        <Choosing
          choice={choosing.choice}
          seals={seals}
          chosen={choosing.present}
          now={signing.opened}
          signerName={signerName}
          personal={space.spaceType === 'person'}
          canWrite={detail.signKind !== 'seal'}
          onChoice={choosing.choose}
          onChosen={choosing.chosen}
          onClear={choosing.clear}
          onSealMade={onSealMade}
        />
      )}
      {proving && (
        <WillSheet
          kind={willKind}
          statement={[
            ['签署', `${detail.taskName}（${signing.pages} 页）`],
            ['代表', space.spaceName],
            ['用印', usedNames(state, seals).join('、')],
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
