import type { Position, SealInfo } from '@moqi/api/shapes'
import { areaOf } from '@moqi/api/wire/area'
import { controlTable } from '@moqi/domain/contract/controls'
import { checkFillIn } from '@moqi/domain/contract/fill-in'
import { changing } from './change-label.ts'
import { dateText } from './date-text.ts'
import { fillInName } from './fill-in-name.ts'
import { isPick, placeKind, placePrompts, type Fill, type SigningState } from './signing-state.ts'
import { useFillPicture } from './use-fill-picture.ts'

type PlaceInWordsProps = {
  position: Position
  state: SigningState
  seals: readonly SealInfo[]
  /** ms; dates show its day in Beijing. */
  now: number
  onPress: (position: Position) => void
}

/** One of this party's places among the contract's words, to be pressed like that on the page. */
export function PlaceInWords({ position, state, seals, now, onPress }: PlaceInWordsProps) {
  const kind = placeKind(position)
  if (kind === 'date') return <p className="word-place done">签署日期：{dateText(position, now)}</p>
  const press = { type: 'button', 'data-place': position.positionId, onClick: () => onPress(position) } as const
  if (kind === 'fillIn') {
    const value = state.values[position.positionId] ?? ''
    const missing = !checkFillIn(areaOf(position), value).ok
    const shown = position.positionType === 'checkbox' ? (value === 'yes' ? '☑ 已勾选' : '☐ 未勾选') : value
    return (
      <button {...press} className={missing ? 'word-place' : 'word-place done'}>
        {shown ? `${fillInName(position)}：${shown}` : `点击填写：${fillInName(position)}`}
      </button>
    )
  }
  if (!isPick(kind)) return null
  const fill = state.fills[position.positionId]
  const label = controlTable[position.positionType].label
  return (
    <button {...press} className={fill ? 'word-place done' : 'word-place'}>
      {fill && <Chosen fill={fill} seals={seals} />}
      {fill ? `${label}，${changing[kind]}` : `${placePrompts[kind]}：${label}`}
    </button>
  )
}

function Chosen({ fill, seals }: { fill: Fill; seals: readonly SealInfo[] }) {
  const { src } = useFillPicture(fill, seals)
  return src ? <img src={src} alt="" draggable={false} /> : null
}
