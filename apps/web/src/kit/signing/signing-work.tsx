import type { Position, SealInfo, WillAsked } from '@moqi/api/shapes'
import type { SignDetail } from '@moqi/api/task'
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { call } from '../../client/call.ts'
import type { CallRefusal } from '../../client/call-error.ts'
import type { Space } from '../../client/space-store.ts'
import { later } from '../../ui/later.tsx'
import { warn } from '../../ui/toast-store.ts'
import { refreshContracts } from '../contract/contract-keys.ts'
import { focusFillIn } from './fill-in-list.tsx'
import type { LaidOver } from './laid.ts'
import { pageOverlay } from './page-overlay.tsx'
import { PlaceInWords } from './place-in-words.tsx'
import type { ReadingHandle } from './reading-pane.tsx'
import './signing-work.css'
import { dropDraft } from './signing-draft.ts'
import { SigningSide } from './signing-side.tsx'
import { type ChosenPlace, isPick, placeKind, signedPlaces, usedNames, type Fill } from './signing-state.ts'
import { useApplying } from './use-applying.ts'
import { useChoosing } from './use-choosing.ts'
import type { KeptCompletion } from './sign-by-own-key.ts'
import { type SigningFacts, useSigning } from './use-signing.ts'
import { useWill, type WillProof } from './use-will.ts'
import { signingFault } from './will.ts'

const Choosing = later(async () => (await import('./choosing.tsx')).Choosing)
const FillInSheet = later(async () => (await import('./fill-in-sheet.tsx')).FillInSheet)
const WillSheet = later(async () => (await import('./will-sheet.tsx')).WillSheet)

type SigningWorkProps = {
  detail: SignDetail
  /** The contract being read, to be led through. */
  reading: RefObject<ReadingHandle | null>
  /** Where to lay this party's places over it. */
  laid: LaidOver
  space: Space
  seals: readonly SealInfo[]
  /** How the will must be proved. */
  demand: WillAsked
  /** What was chosen before, here or on another device. */
  before: readonly ChosenPlace[]
  /** Has the part come that shows what was signed; rejects when it does not. */
  fetchSuccess: () => Promise<unknown>
  onSealMade: () => Promise<void>
  /** Signed; `fill` is what stands on the first place. */
  onSigned: (fill: Fill | undefined) => void
}

/** Who signs here. */
const signerNameOf = ({ signerArray, ownSignerNo }: SignDetail, { spaceName }: Space) =>
  signerArray.find(({ signerNo }) => signerNo === ownSignerNo)?.signerName ?? spaceName

/** This party's places, laid over the contract, what to set on them, and the way to the signature. */
export function SigningWork(props: SigningWorkProps) {
  const { detail, reading, laid, space, seals, before, onSealMade } = props
  const signing = useSigning(detail, seals, before)
  const go = (position: Position) => reading.current?.goTo(position)
  const [done, setDone] = useState('')
  const choosing = useChoosing(signing, seals, (places) => {
    const last = places.at(-1)
    if (last) go(last)
    setDone(`已签署${places.length}处，请核对后提交`)
  })
  const { positions, state, send, open, obstacle } = signing
  const proof = useWill({ signIds: [detail.signId] })
  const [proving, setProving] = useState(false)
  const [tried, setTried] = useState(false)
  const [filling, setFilling] = useState<Position | null>(null)

  const press = (position: Position) => {
    const kind = placeKind(position)
    setTried(false)
    if (kind === 'fillIn') setFilling(position)
    else if (isPick(kind)) choosing.press(kind, position)
  }
  const oneClick = () => {
    setTried(false)
    choosing.setAll()
  }
  const type = (positionId: string, value: string) => send({ do: 'type', positionId, value })
  /** To the next open place, and into its field where there is one. */
  const lead = (position: Position) => {
    go(position)
    if (placeKind(position) === 'fillIn' && !focusFillIn(position)) setFilling(position)
  }
  const readOn = () => reading.current?.goToPage(signing.reading.nextUnread)
  const submit = () => {
    setTried(obstacle !== null)
    setDone('')
    const next = open[0]
    if (obstacle === 'places' && next) lead(next)
    if (obstacle === 'papers') signing.papers.lead()
    if (obstacle === 'reading') readOn()
    if (obstacle) return
    if (signing.toApprove.length > 0) applying.mutate()
    else setProving(true)
  }
  const applying = useApplying(detail.signId, signing.toApprove, onSealMade, () => setProving(true))
  const refused = (refusal: CallRefusal) => {
    setProving(false)
    warn(refusal.message)
    if (signingFault(refusal.reason) === 'state') void refreshContracts()
    else void onSealMade()
  }
  // Before anything is painted: a press shows on the page at once.
  useLayoutEffect(() =>
    laid.lay({
      positions,
      renderOverlay: pageOverlay({ files: detail.fileArray, signing, seals, onPress: press, onType: type }),
      renderPlace: (position) => (
        <PlaceInWords position={position} state={state} seals={seals} now={signing.opened} onPress={press} />
      ),
      onSeen: signing.reading.onSeen,
    }),
  )
  return (
    <>
      <SigningSide
        detail={detail}
        signing={signing}
        seals={seals}
        tried={tried}
        done={done}
        busy={applying.isPending}
        onGo={go}
        onType={type}
        onOneClick={oneClick}
        onNext={lead}
        onReadOn={readOn}
        onSubmit={submit}
      />
      {filling && (
        <FillInSheet
          key={filling.positionId}
          position={filling}
          value={state.values[filling.positionId] ?? ''}
          onType={(value) => type(filling.positionId, value)}
          onDone={() => {
            setFilling(null)
            const next = open.find((position) => position !== filling)
            if (next) lead(next)
          }}
          onClose={() => setFilling(null)}
        />
      )}
      {choosing.choice && (
        <Choosing
          signId={detail.signId}
          choice={choosing.choice}
          seals={seals}
          chosen={choosing.present}
          now={signing.opened}
          signerName={signerNameOf(detail, space)}
          personal={space.spaceType === 'person'}
          canWrite={detail.signKind !== 'seal'}
          onChoice={choosing.choose}
          onChosen={choosing.chosen}
          onClear={choosing.clear}
          onSealMade={onSealMade}
        />
      )}
      {proving && (
        <Proving {...props} signing={signing} proof={proof} onRefused={refused} onClose={() => setProving(false)} />
      )}
    </>
  )
}

type ProvingProps = Pick<SigningWorkProps, 'detail' | 'demand' | 'space' | 'seals' | 'fetchSuccess' | 'onSigned'> & {
  signing: SigningFacts
  proof: WillProof
  onRefused: (refusal: CallRefusal) => void
  onClose: () => void
}

/** Says once more what is signed, as whom, with what, and asks for the proof of will. */
function Proving({
  detail,
  demand,
  space,
  seals,
  fetchSuccess,
  onSigned,
  signing,
  proof,
  onRefused,
  onClose,
}: ProvingProps) {
  const { positions, state, pages, opened } = signing
  const completion = useRef<KeptCompletion['current']>(null)
  // What is sent again must be the same: the reading ends as the proof begins.
  const [reading] = useState(() => ({
    seconds: Math.round((Date.now() - opened) / 1000),
    pagesSeen: signing.reading.read,
  }))
  return (
    <WillSheet
      demand={demand}
      statement={[
        ['签署', `${detail.taskName}（${pages} 页）`],
        ['代表', space.spaceName],
        ['用印', usedNames(state, seals).join('、')],
      ]}
      proof={proof}
      verb="签署"
      variant="seal"
      act={async (authToken, keyOf, keyId) => {
        const positionArray = signedPlaces(positions, state)
        const input = { signId: detail.signId, authToken, positionArray, reading }
        if (keyId === null) return call('sign', input, { key: keyOf(input), quiet: true })
        const { signByOwnKey } = await import('./sign-by-own-key.ts')
        return signByOwnKey(input, { keyId, title: detail.taskName, kept: completion }, keyOf)
      }}
      fetchSuccess={fetchSuccess}
      onDone={() => {
        onSigned(positions.map(({ positionId }) => state.fills[positionId]).find(Boolean))
        dropDraft(detail.signId)
        void refreshContracts()
      }}
      onRefused={onRefused}
      onClose={onClose}
    />
  )
}
