import type { Position } from '@moqi/api/shapes'
import { areaOf } from '@moqi/api/wire/area'
import { isFillIn } from '@moqi/domain/contract/fill-in'
import { FillInField } from './fill-in-field.tsx'

type FillInListProps = {
  positions: readonly Position[]
  values: Readonly<Record<string, string>>
  /** After a press in vain: says what is wrong everywhere. */
  loud: boolean
  onType: (positionId: string, value: string) => void
}

/** Every fill-in of this party as a form beside the page: what is typed here appears there. */
export function FillInList({ positions, values, loud, onType }: FillInListProps) {
  const fillIns = positions.filter((position) => isFillIn(areaOf(position)))
  if (fillIns.length === 0) return null
  return (
    <section className="only-desktop" aria-labelledby="fill-heading">
      <h2 id="fill-heading" className="h2">
        填写内容
      </h2>
      <div className="fill-list">
        {fillIns.map((position) => (
          <div key={position.positionId} data-fill={position.positionId}>
            <FillInField
              position={position}
              value={values[position.positionId] ?? ''}
              loud={loud}
              onType={(value) => onType(position.positionId, value)}
            />
          </div>
        ))}
      </div>
    </section>
  )
}

/** Puts the cursor into the field of a fill-in, if its form is on the screen. */
export function focusFillIn({ positionId }: Pick<Position, 'positionId'>): boolean {
  const field = document.querySelector<HTMLElement>(`[data-fill="${CSS.escape(positionId)}"] :is(input, textarea)`)
  if (!field?.offsetParent) return false
  field.focus()
  return true
}
