import type { File, FileField, Position } from '@moqi/api/shapes'
import type { KeyboardEvent } from 'react'
import { partyColour } from '../party/party-chip.tsx'
import { areaLabel } from './area-kinds.ts'
import { areaOnField } from './own-fields.ts'
import type { Placing } from './use-placing.ts'
import './own-field-places.css'

type Props = {
  file: File
  page: number
  mmToPx: number
  placing: Placing
  sideOf: (area: Pick<Position, 'signerNo'>) => string
  /** Name of the field under a dragged area. */
  target: string | null
}

/** The places of a file that takes no others: pressed to give them to the current party, or pressed again to choose. */
export function OwnFieldPlaces({ file, page, mmToPx, placing, sideOf, target }: Props) {
  return (file.fieldArray ?? []).map((field, index) =>
    field.page === page ? (
      <FieldPlace
        key={field.name}
        field={field}
        number={index + 1}
        area={areaOnField(placing.areas, file.fileId, field)}
        mmToPx={mmToPx}
        placing={placing}
        sideOf={sideOf}
        isTarget={target === field.name}
        onGive={() => placing.giveField(file, field)}
      />
    ) : null,
  )
}

type PlaceProps = Pick<Props, 'mmToPx' | 'placing' | 'sideOf'> & {
  field: FileField
  number: number
  area: Position | undefined
  isTarget: boolean
  onGive: () => void
}

function FieldPlace({ field, number, area, mmToPx, placing, sideOf, isTarget, onGive }: PlaceProps) {
  const chosen = area !== undefined && placing.chosen.includes(area.positionId)
  const onPress = () => {
    if (!area) onGive()
    else placing.choose(area.positionId)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') placing.choose(null)
    if (!area || (event.key !== 'Delete' && event.key !== 'Backspace')) return
    event.preventDefault()
    placing.removeArea(area)
  }
  // What is seen comes first, so that it can be spoken to (WCAG 2.5.3).
  const word = area ? `${sideOf(area)}　${areaLabel(area.positionType)}` : `签名域${number}　待分配`
  const place = area ? `签名域${number}（${field.name}）` : field.name
  const hint = area || !placing.party ? '' : `，按回车分配给${sideOf(placing.party)}`
  const name = `${word}，${place}，第${field.page}页${hint}`
  const classes = [
    'field-place',
    area ? `taken party-${partyColour(area.signerNo)}` : '',
    chosen ? 'chosen' : '',
    isTarget ? 'target' : '',
  ]
  return (
    <button
      type="button"
      className={classes.filter(Boolean).join(' ')}
      aria-label={name}
      aria-pressed={chosen}
      title={field.name}
      style={{
        left: field.x * mmToPx,
        top: field.y * mmToPx,
        width: field.width * mmToPx,
        height: field.height * mmToPx,
      }}
      onClick={onPress}
      onFocus={(event) => area && !chosen && event.currentTarget.matches(':focus-visible') && onPress()}
      onKeyDown={onKeyDown}
    >
      <span className="field-word">{word}</span>
    </button>
  )
}
