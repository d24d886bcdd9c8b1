import type { Position, SealInfo } from '@moqi/api/shapes'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { success } from '../../ui/toast-store.ts'
import { HandwritingPad } from './handwriting-pad.tsx'
import { SealPicker } from './seal-picker.tsx'
import type { Ink } from '../handwriting/ink.ts'
import { sealsFor, type Fill, type PickKind } from './signing-state.ts'

/** What is being chosen: for one place, or for all of a kind; `write` opens the pad at once. */
export type Choice = { kind: PickKind; position: Position | null; write: boolean }

type ChoosingProps = {
  signId: string
  choice: Choice
  seals: readonly SealInfo[]
  chosen: Fill | undefined
  /** ms */
  now: number
  signerName: string
  personal: boolean
  canWrite: boolean
  onChoice: (choice: Choice | null) => void
  onChosen: (choice: Choice, fill: Fill) => void
  onClear: ((position: Position) => void) | null
  onSealMade: () => Promise<void>
}

/** The sheet or pad in which a seal or signature is chosen, made or written. */
export function Choosing(props: ChoosingProps) {
  const {
    signId,
    choice,
    seals,
    chosen,
    now,
    signerName,
    personal,
    canWrite,
    onChoice,
    onChosen,
    onClear,
    onSealMade,
  } = props
  const keeping = useMutation({
    mutationFn: (ink: Ink) => call('addPersonSeal', { handwriteBase64: ink.png }),
    onSuccess: async ({ sealId }) => {
      success('已存为我的签名')
      await onSealMade()
      onChosen(choice, { sealId })
    },
    // What was written is used all the same: only keeping it has failed.
    onError: (error, ink) => {
      showRefusal(error)
      onChosen(choice, { ink })
    },
  })
  if (choice.write)
    return (
      <HandwritingPad
        name={signerName}
        canKeep={personal}
        busy={keeping.isPending}
        onDone={(ink, keep) => (keep ? keeping.mutate(ink) : onChosen(choice, { ink }))}
        onClose={() => onChoice(null)}
      />
    )
  const { kind, position } = choice
  return (
    <SealPicker
      signId={signId}
      kind={kind}
      position={position}
      seals={sealsFor(kind, seals, now)}
      chosen={chosen}
      canMake={personal}
      canWrite={canWrite}
      onChoose={(fill) => onChosen(choice, fill)}
      onWrite={() => onChoice({ ...choice, write: true })}
      onMade={async ({ sealId }) => {
        await onSealMade()
        onChosen(choice, { sealId })
      }}
      onClear={position && onClear ? () => onClear(position) : null}
      onClose={() => onChoice(null)}
    />
  )
}
