import type { Position } from '@moqi/api/shapes'
import { areaOf } from '@moqi/api/wire/area'
import { checkFillIn } from '@moqi/domain/contract/fill-in'
import type { CSSProperties } from 'react'
import { useHandheld } from '../../ui/use-phone.ts'
import { fillInName } from './fill-in-name.ts'
import './fill-in.css'

type FillInAreaProps = {
  position: Position
  box: CSSProperties
  value: string
  onType: (value: string) => void
  /** Pressed where typing on the page itself would be too small. */
  onPress: () => void
}

/**
 * A fill-in at its place on the page: typed or ticked there; on a phone, held either way, a press opens a sheet to
 * type in.
 */
export function FillInArea({ position, box, value, onType, onPress }: FillInAreaProps) {
  const handheld = useHandheld()
  const name = fillInName(position)
  const where = `第${position.page}页`
  const label = `${name}，${where}`
  // What is seen is what is said: the value, once there is one.
  const filled = value ? `${value}，${name}，${where}` : label
  const missing = !checkFillIn(areaOf(position), value).ok
  const shared = { style: box, 'data-place': position.positionId, 'aria-label': label }
  if (position.positionType === 'checkbox')
    return (
      <button
        type="button"
        role="checkbox"
        aria-checked={value === 'yes'}
        {...shared}
        className={missing ? 'sign-area fill-box missing' : 'sign-area fill-box'}
        onClick={() => onType(value === 'yes' ? 'no' : 'yes')}
      >
        {value === 'yes' && (
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <path d="M2.2 4.8 4.3 7.2 8 2.4" />
          </svg>
        )}
      </button>
    )
  const lines = position.positionType === 'textarea'
  const className = ['sign-area', 'fill-text', missing && 'missing', lines && 'lines'].filter(Boolean).join(' ')
  if (handheld)
    return (
      <button type="button" {...shared} aria-label={filled} className={className} onClick={onPress}>
        {value || name}
      </button>
    )
  const typing = {
    ...shared,
    className,
    value,
    placeholder: name,
    'aria-invalid': missing && value !== '',
    onChange: (event: { target: { value: string } }) => onType(event.target.value),
  }
  return lines ? <textarea {...typing} /> : <input {...typing} />
}
