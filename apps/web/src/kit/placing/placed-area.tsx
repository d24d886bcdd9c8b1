import type { Position } from '@moqi/api/shapes'
import { areaOf } from '@moqi/api/wire/area'
import { isFillIn } from '@moqi/domain/contract/fill-in'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { partyColour } from '../party/party-chip.tsx'
import { areaLabel } from './area-kinds.ts'
import { AreaHandles, sizeLimits } from './area-handles.tsx'
import { useOwnSeal } from './own-seal.tsx'
import type { PageSize } from './placing-geometry.ts'
import { arrowStep } from './placing-geometry.ts'
import './placed-area.css'

type Props = {
  area: Position
  /** 甲方, 乙方 … */
  side: string
  mmToPx: number
  page: PageSize
  chosen: boolean
  /** Being dragged elsewhere: it stays, faint, where it was. */
  away: boolean
  focusFirst: boolean
  onGrab: (event: PointerEvent<HTMLElement>) => void
  onChoose: () => void
  /** Into or out of the choice, beside others. */
  onToggle: () => void
  onPut: (area: Position) => void
  onRemove: () => void
  onLeave: () => void
}

/** A place to sign at its true size, in its party's colour: dragged, moved with arrow keys, removed with Delete. */
export function PlacedArea(props: Props) {
  const { side, mmToPx, page, chosen, away, focusFirst, onGrab, onChoose, onToggle, onPut, onRemove, onLeave } = props
  const [shown, show] = useState<Position | null>(null)
  const area = shown ?? props.area
  const limits = chosen ? sizeLimits(props.area, page) : null
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (focusFirst) button.current?.focus({ preventScroll: true })
  }, [focusFirst])
  // Taken away by a key it leaves the focus on the pages, not nowhere.
  useLayoutEffect(() => {
    const node = button.current
    const pages = node?.closest<HTMLElement>('.document-scroll')
    return () => {
      if (document.activeElement === node) pages?.focus({ preventScroll: true })
    }
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = arrowStep(event.key, event.shiftKey)
    const actions: Record<string, () => void> = {
      Delete: onRemove,
      Backspace: onRemove,
      Escape: onLeave,
      ' ': onToggle,
      Enter: onToggle,
    }
    const action = step ? () => onPut({ ...area, x: area.x + step.x, y: area.y + step.y }) : actions[event.key]
    if (!action || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    action()
  }
  const label = area.label || areaLabel(area.positionType)
  const name = `${side}　${label}，第${area.page}页，距左${Math.round(area.x)}毫米，距上${Math.round(area.y)}毫米`
  return (
    <button
      ref={button}
      type="button"
      aria-pressed={chosen}
      aria-roledescription="可移动的签署位置"
      aria-label={name}
      data-tab={`${side}　${label}`}
      className={areaClass(area, chosen, away)}
      style={areaStyle(area, mmToPx)}
      onPointerDown={onGrab}
      onFocus={(event) => !chosen && event.currentTarget.matches(':focus-visible') && onChoose()}
      onKeyDown={onKeyDown}
    >
      <AreaWord area={area} />
      {limits && <AreaHandles area={props.area} limits={limits} mmToPx={mmToPx} onShow={show} onPut={onPut} />}
    </button>
  )
}

const ownSize = (width: number, height: number) => ({
  width: `calc(${width} * var(--mm))`,
  height: `calc(${height} * var(--mm))`,
})

/** The own seal is shown as it is; a box to tick is too small for words. */
function AreaWord({ area }: { area: Position }) {
  const own = useOwnSeal(area.signerNo)
  if (own && area.positionType === 'companySeal') {
    const { width, height } = own.seal
    return <img className="area-seal" style={ownSize(width, height)} src={own.src} alt="" draggable={false} />
  }
  if (area.positionType === 'checkbox') return <span className="area-tick" />
  const required = area.required === 1 && isFillIn(areaOf(area))
  return (
    <span className={area.positionType === 'legalSeal' ? 'area-word two-lines-word' : 'area-word'}>
      {area.label || areaLabel(area.positionType)}
      {required && <i>*</i>}
    </span>
  )
}

type GhostProps = {
  area: Position
  mmToPx: number
  /**
   * Dragged, on a file's own field whose shape it takes, or where it cannot fall; offered and not taken yet; another
   * party's.
   */
  look: 'dragged' | 'on-field' | 'barred' | 'offered' | 'taken'
}

/** Where an area would lie. */
export function AreaGhost({ area, mmToPx, look }: GhostProps) {
  const classes =
    look === 'offered' || look === 'taken'
      ? [areaClass(area, false, false), look]
      : [areaClass(area, true, false), 'ghost', look]
  return (
    <div className={classes.join(' ')} style={areaStyle(area, mmToPx)} aria-hidden="true">
      <AreaWord area={area} />
    </div>
  )
}

function areaClass(area: Position, chosen: boolean, away: boolean): string {
  const round = area.positionType === 'companySeal'
  const parts = ['area', `party-${partyColour(area.signerNo)}`, round && 'round', chosen && 'chosen', away && 'away']
  return parts.filter(Boolean).join(' ')
}

const areaStyle = (area: Position, mmToPx: number) => ({
  left: area.x * mmToPx,
  top: area.y * mmToPx,
  width: area.width * mmToPx,
  height: area.height * mmToPx,
})
