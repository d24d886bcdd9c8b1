import type { Position } from '@moqi/api/shapes'
import { positionTypeLabels } from '@moqi/domain/labels/log-verbs'
import { CircleCheck } from 'lucide-react'
import { isOpen, placeKind, type SigningState } from './signing-state.ts'

type PlaceListProps = { positions: readonly Position[]; state: SigningState; onGo: (position: Position) => void }

/** Every place of this party in reading order, and which are done; pressing one leads to it. */
export function PlaceList({ positions, state, onGo }: PlaceListProps) {
  return (
    <ol className="todo">
      {positions.map((position) => {
        const open = isOpen(position, state)
        const writesItself = placeKind(position) === 'date'
        return (
          <li key={position.positionId} className={open ? '' : 'done'}>
            <button type="button" onClick={() => onGo(position)}>
              <i aria-hidden="true">{!open && <CircleCheck size={20} />}</i>
              <span>{positionTypeLabels[position.positionType]}</span>
              <span className="small muted">
                {writesItself && '自动填写　'}第{position.page}页
              </span>
              <span className="sr">{open ? '未签署' : '已签署'}</span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}
