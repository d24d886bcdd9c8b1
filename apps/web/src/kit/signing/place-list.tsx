import type { File, Position } from '@moqi/api/shapes'
import { CircleCheck } from 'lucide-react'
import { pagesOfPlace, placeName } from './places-text.ts'
import { crossPageFill, isOpen, placeKind, type PlaceKind, type SigningState } from './signing-state.ts'
import './signing-work.css'

type PlaceListProps = {
  files: readonly File[]
  positions: readonly Position[]
  state: SigningState
  onGo: (position: Position) => void
}

const notes: Partial<Record<PlaceKind, string>> = { date: '自动填写　', crossPage: '随印章加盖　' }

/** Every place of this party in reading order, and which are done; pressing one leads to it. */
export function PlaceList({ files, positions, state, onGo }: PlaceListProps) {
  return (
    <ol className="todo">
      {positions.map((position) => {
        const open = isOpen(position, state)
        // It is nobody's to press: it comes with the seal, and is no place left to sign.
        const follows = placeKind(position) === 'crossPage' && !crossPageFill(position, positions, state)
        const note = notes[placeKind(position)]
        return (
          <li key={position.positionId} className={follows ? 'follows' : open ? '' : 'done'}>
            <button type="button" onClick={() => onGo(position)}>
              <i aria-hidden="true">{!open && !follows && <CircleCheck size={20} />}</i>
              <span className="clip">{placeName(position)}</span>
              <span className="small muted">
                {note}
                {position.required || placeKind(position) !== 'fillIn' ? '' : '选填　'}
                {pagesOfPlace(position, files)}
              </span>
              <span className="sr">{follows ? '待盖章' : open ? '未签署' : '已签署'}</span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}
