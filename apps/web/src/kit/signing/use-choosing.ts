import type { Position, SealInfo } from '@moqi/api/shapes'
import { useState } from 'react'
import type { Choice } from './choosing.tsx'
import { isPick, missingPicks, placeKind, sealsFor, unsigned, type Fill, type PickKind } from './signing-state.ts'
import type { SigningFacts } from './use-signing.ts'

/**
 * What is being chosen for which place, and how the choice comes to stand there. `onSetAll` hears of the places that
 * 一键签署 has set.
 */
export function useChoosing(
  { positions, state, send, opened }: SigningFacts,
  seals: readonly SealInfo[],
  onSetAll: (places: readonly Position[]) => void,
) {
  const [choice, choose] = useState<Choice | null>(null)

  /** A place that was pressed: takes what was chosen for its kind before, else asks. */
  const press = (kind: PickKind, position: Position) => {
    const set = position.positionId in state.fills
    if (!set && state.picks[kind]) return send({ do: 'set', position })
    choose({ kind, position, write: !set && kind === 'handwrite' && sealsFor(kind, seals, opened).length === 0 })
  }
  const placeAll = (picks: Readonly<Partial<Record<PickKind, Fill>>>) => {
    const places = unsigned(positions, state).filter((position) => {
      const kind = placeKind(position)
      return isPick(kind) && picks[kind] !== undefined
    })
    send({ do: 'set-all', positions })
    if (places.length > 0) onSetAll(places)
  }
  /** 一键签署: sets all that is chosen, and asks for what is not. */
  const setAll = () => {
    placeAll(state.picks)
    const missing = missingPicks(positions, state)[0]
    if (missing) choose({ kind: missing, position: null, write: missing === 'handwrite' })
  }
  const chosen = ({ kind, position }: Choice, fill: Fill) => {
    choose(null)
    // The first choice of a kind serves all its places; a later one at a single place serves that place alone.
    if (position === null || !state.picks[kind]) send({ do: 'pick', kind, fill, positions })
    if (position) send({ do: 'set', position, fill })
    else placeAll({ ...state.picks, [kind]: fill })
  }
  const clear = ({ positionId }: Position) => {
    send({ do: 'clear', positionId })
    choose(null)
  }
  const filled = choice?.position && state.fills[choice.position.positionId]
  return {
    choice,
    choose,
    press,
    setAll,
    chosen,
    /** What the place of the choice shows now, else what was chosen for its kind. */
    present: choice ? (filled ?? state.picks[choice.kind]) : undefined,
    /** Empties the place of the choice; null when nothing stands there. */
    clear: choice?.position && choice.position.positionId in state.fills ? clear : null,
  }
}
