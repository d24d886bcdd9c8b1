import type { Position } from '@moqi/api/shapes'
import { controlTable } from '@moqi/domain/contract/controls'
import { CircleCheck } from 'lucide-react'
import { crossPageFill, isOpen, placeKind, type PlaceKind, type SigningState } from './signing-state.ts'

type PlaceListProps = { positions: readonly Position[]; state: SigningState; onGo: (position: Position) => void }

const notes: Partial<Record<PlaceKind, string>> = { date: '自动填写　', crossPage: '随印章加盖　' }

/** Every place of this party in reading order, and which are done; pressing one leads to it. */
export function PlaceList({ positions, state, onGo }: PlaceListProps) {
  return (
    <ol className="todo">
      {positions.map((position) => {
        const open =
          placeKind(position) === 'crossPage' ? !crossPageFill(position, positions, state) : isOpen(position, state)
        const note = notes[placeKind(position)]
        return (
          <li key={position.positionId} className={open ? '' : 'done'}>
            <button type="button" onClick={() => onGo(position)}>
              <i aria-hidden="true">{!open && <CircleCheck size={20} />}</i>
              <span className="clip">{position.label || controlTable[position.positionType].label}</span>
              <span className="small muted">
                {note}
                {position.required || placeKind(position) !== 'fillIn' ? '' : '选填　'}第{position.page}页
              </span>
              <span className="sr">{open ? '未签署' : '已签署'}</span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}
