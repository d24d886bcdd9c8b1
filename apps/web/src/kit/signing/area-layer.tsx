import type { Position, SealInfo } from '@moqi/api/shapes'
import { controlTable } from '@moqi/domain/contract/controls'
import type { CSSProperties } from 'react'
import { changing } from './change-label.ts'
import { dateText } from './date-text.ts'
import { FillInArea } from './fill-in-area.tsx'
import {
  isPick,
  placeKind,
  placePrompts,
  sealsToApprove,
  type Fill,
  type PickKind,
  type SigningState,
} from './signing-state.ts'
import './signing-work.css'
import { useFillPicture } from './use-fill-picture.ts'

type AreaLayerProps = {
  positions: readonly Position[]
  state: SigningState
  seals: readonly SealInfo[]
  /** ms; dates show its day in Beijing. */
  now: number
  onPress: (position: Position) => void
  onType: (positionId: string, value: string) => void
}

/**
 * This party's places on one page, in millimetres: waiting ones ask to be pressed, set ones show what will be there.
 */
export function AreaLayer({ positions, state, seals, now, onPress, onType }: AreaLayerProps) {
  return positions.map((position) => {
    const kind = placeKind(position)
    const { x, y, width, height } = position
    const box: CSSProperties = {
      left: `calc(${x} * var(--mm))`,
      top: `calc(${y} * var(--mm))`,
      width: `calc(${width} * var(--mm))`,
      height: `calc(${height} * var(--mm))`,
    }
    if (kind === 'date')
      return (
        <span key={position.positionId} className="sign-area doc-date" style={box}>
          {dateText(position, now)}
        </span>
      )
    if (kind === 'fillIn')
      return (
        <FillInArea
          key={position.positionId}
          position={position}
          box={box}
          value={state.values[position.positionId] ?? ''}
          onType={(value) => onType(position.positionId, value)}
          onPress={() => onPress(position)}
        />
      )
    if (!isPick(kind)) return null
    const fill = state.fills[position.positionId]
    return (
      <PickArea
        key={position.positionId}
        position={position}
        kind={kind}
        box={box}
        fill={fill}
        seals={seals}
        onPress={() => onPress(position)}
      />
    )
  })
}

type PickAreaProps = {
  position: Position
  kind: PickKind
  box: CSSProperties
  fill: Fill | undefined
  seals: readonly SealInfo[]
  onPress: () => void
}

/** A place for a seal or signature: asks to be pressed, or shows what will be there, pale while others must agree. */
function PickArea({ position, kind, box, fill, seals, onPress }: PickAreaProps) {
  const label = controlTable[position.positionType].label
  const where = `第${position.page}页`
  const press = { type: 'button', 'data-place': position.positionId, style: box, onClick: onPress } as const
  if (!fill)
    return (
      <button
        {...press}
        className={kind === 'company' ? 'sign-area await round' : 'sign-area await'}
        aria-label={`${placePrompts[kind]}：${label}，${where}`}
      >
        {placePrompts[kind]}
        <span>{label}</span>
      </button>
    )
  const asked = sealsToApprove({ fills: { fill } }, seals).length > 0
  return (
    <button
      {...press}
      className={asked ? 'sign-area set asked' : 'sign-area set'}
      aria-label={`${changing[kind]}：${label}，${where}，${asked ? '通过后用印' : '已签署'}`}
    >
      <Stamped fill={fill} seals={seals} />
      {asked && <span className="area-later">通过后用印</span>}
      <span className="area-change">{changing[kind]}</span>
    </button>
  )
}

function Stamped({ fill, seals }: { fill: Fill; seals: readonly SealInfo[] }) {
  const { src, seal } = useFillPicture(fill, seals)
  // A seal is its own millimetres, also in a larger area, as the engine draws it.
  const size: CSSProperties | undefined = seal && {
    maxWidth: `calc(${seal.width} * var(--mm))`,
    maxHeight: `calc(${seal.height} * var(--mm))`,
  }
  return src ? <img className="stamp" style={size} src={src} alt="" draggable={false} /> : null
}
