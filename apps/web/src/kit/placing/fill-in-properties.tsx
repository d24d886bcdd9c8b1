import type { Position } from '@moqi/api/shapes'
import { fillInLimits, numberFormat } from '@moqi/domain/contract/fill-in'
import { Check } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { areaLabel } from './area-kinds.ts'
import './fill-in-properties.css'
import type { PageSize } from './placing-geometry.ts'

type Props = { area: Position; page: PageSize; onPut: (area: Position) => void }

/** What a fill-in is called, whether it must be filled in, how large it is, and which numbers it takes. */
export function FillInProperties({ area, page, onPut }: Props) {
  const isNumber = area.format === numberFormat
  const { bounds: _bounds, ...unbounded } = area
  return (
    <div className="fill-in">
      <label className="fill-in-label">
        <span>名称</span>
        <Input
          value={area.label ?? ''}
          maxLength={fillInLimits.label}
          placeholder={areaLabel(area.positionType)}
          onChange={(event) => onPut({ ...area, label: event.target.value })}
        />
      </label>
      <div className="fill-in-checks">
        <Check
          checked={area.required === 1}
          onChange={(event) => onPut({ ...area, required: event.target.checked ? 1 : 0 })}
        >
          必填
        </Check>
        {area.positionType === 'text' && (
          <Check
            checked={isNumber}
            onChange={(event) => onPut({ ...unbounded, format: event.target.checked ? numberFormat : null })}
          >
            仅限数字
          </Check>
        )}
      </div>
      {isNumber && <NumberBounds area={area} onPut={onPut} />}
      <Size area={area} page={page} onPut={onPut} />
    </div>
  )
}

function NumberBounds({ area, onPut }: Omit<Props, 'page'>) {
  const bounds = area.bounds ?? { min: null, max: null }
  const ends = [
    ['min', '最小'],
    ['max', '最大'],
  ] as const
  return (
    <div className="area-numbers bounds">
      {ends.map(([end, label]) => (
        <label key={end}>
          <span>{label}</span>
          <NumberInput
            value={bounds[end]}
            placeholder="不限"
            onChange={(value) => onPut({ ...area, bounds: { ...bounds, [end]: value } })}
          />
        </label>
      ))}
    </div>
  )
}

function Size({ area, page, onPut }: Props) {
  const square = area.positionType === 'checkbox'
  const sides = [
    ['width', '宽', page.width - area.x],
    ['height', '高', page.height - area.y],
  ] as const
  const change = (side: 'width' | 'height', value: number) =>
    onPut(square ? { ...area, width: value, height: value } : { ...area, [side]: value })
  return (
    <div className="area-numbers">
      {sides.slice(0, square ? 1 : 2).map(([side, label, most]) => (
        <label key={side}>
          <span>{square ? '边长' : label}</span>
          <NumberInput
            value={area[side]}
            min={3}
            max={Math.max(3, Math.floor(most * 10) / 10)}
            unit="mm"
            onChange={(value) => value !== null && change(side, value)}
          />
        </label>
      ))}
    </div>
  )
}
