import { senderNo } from '@moqi/domain/templates/template-rules'
import type { Position } from '@moqi/api/shapes'
import { areaOf } from '@moqi/api/wire/area'
import { isOnePage } from '@moqi/domain/contract/controls'
import { shanghaiDate } from '@moqi/domain/time/civil-date'
import { dateControlFormats, formatCivilDate } from '@moqi/domain/time/date-control'
import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignStartHorizontal,
  AlignStartVertical,
  Trash2,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import { fieldOfArea } from '@moqi/domain/contract/file-fields'
import { isFillIn } from '@moqi/domain/contract/fill-in'
import { NumberInput } from '../../ui/number-input.tsx'
import { Select } from '../../ui/select.tsx'
import type { LaunchDraft } from '../draft/draft.ts'
import { areaHints, areaLabel } from './area-kinds.ts'
import { FillInProperties } from './fill-in-properties.tsx'
import { OwnFieldProperties } from './own-field-properties.tsx'
import { useOwnSeal } from './own-seal.tsx'
import { ownFieldsOf } from './own-fields.ts'
import type { Alignment } from './placing-geometry.ts'
import { sizeOfPage, type Placing } from './use-placing.ts'
import './area-properties.css'

const alignments: readonly (readonly [Alignment, string, LucideIcon])[] = [
  ['left', '左对齐', AlignStartVertical],
  ['centre', '水平居中', AlignCenterVertical],
  ['right', '右对齐', AlignEndVertical],
  ['top', '顶部对齐', AlignStartHorizontal],
  ['middle', '垂直居中', AlignCenterHorizontal],
  ['bottom', '底部对齐', AlignEndHorizontal],
]

/** What is chosen: one area with its numbers, or several to bring into line. */
export function AreaProperties({ draft, placing }: { draft: LaunchDraft; placing: Placing }) {
  const chosen = placing.areas.filter((area) => placing.chosen.includes(area.positionId))
  const [area] = chosen
  if (!area) return null
  const several = chosen.length > 1
  const field = fieldOfArea(ownFieldsOf(draft.files, area.fileId) ?? [], area)
  if (field && !several) return <OwnFieldProperties area={area} field={field} draft={draft} placing={placing} />
  return (
    <section className="area-properties">
      <div className="spread">
        <h2>
          {several ? `已选${chosen.length}处` : areaLabel(area.positionType)}
          <span>{several ? '对齐' : `第${area.page}页`}</span>
        </h2>
        <button type="button" className="icon-btn" aria-label="删除所选签署位置" onClick={placing.remove}>
          <Trash2 size={18} />
        </button>
      </div>
      {!several && <AreaNumbers area={area} draft={draft} placing={placing} />}
      <div className="area-aligns" role="group" aria-label={several ? '相互对齐' : '与页面对齐'}>
        {alignments.map(([alignment, label, Icon]) => (
          <button
            key={alignment}
            type="button"
            className="icon-btn"
            aria-label={label}
            title={label}
            onClick={() => placing.align(alignment)}
          >
            <Icon size={18} />
          </button>
        ))}
      </div>
      {!several && (
        <button type="button" className="link area-copy" onClick={() => placing.copyToAllPages(area)}>
          应用到全部页
        </button>
      )}
    </section>
  )
}

function AreaNumbers({ area, draft, placing }: { area: Position; draft: LaunchDraft; placing: Placing }) {
  const size = sizeOfPage(draft.files, area)
  const [today] = useState(() => shanghaiDate(Date.now()))
  const numbers = [
    ['x', '距左', size.width - area.width],
    ['y', '距上', size.height - area.height],
  ] as const
  return (
    <>
      <AreaHint area={area} />
      <div className="area-numbers">
        {numbers.map(([axis, label, most]) => (
          <label key={axis}>
            <span>{label}</span>
            <NumberInput
              value={area[axis]}
              min={0}
              max={Math.max(0, Math.floor(most * 10) / 10)}
              unit="mm"
              onChange={(value) => value !== null && placing.put({ ...area, [axis]: value })}
            />
          </label>
        ))}
      </div>
      {isFillIn(areaOf(area)) && <FillInProperties area={area} page={size} onPut={placing.put} />}
      {area.positionType === 'date' && (
        <label className="area-format">
          <span>日期格式</span>
          <Select
            aria-label="日期格式"
            value={area.format ?? dateControlFormats[0]}
            options={dateControlFormats.map((format) => ({ value: format, label: formatCivilDate(today, format) }))}
            onChange={(format) => placing.put({ ...area, format })}
          />
        </label>
      )}
    </>
  )
}

/** What the place gets: the own side's seal as it is, of another's side what its kind says. */
function AreaHint({ area }: { area: Position }) {
  const own = useOwnSeal(area.signerNo)
  if (!own || area.positionType !== 'companySeal') return <p className="small muted">{hintOf(area)}</p>
  const { sealName, width, height } = own.seal
  const size = width === height ? `直径 ${width} mm` : `${width} × ${height} mm`
  return (
    <div className="area-own-seal">
      <img src={own.src} alt="" draggable={false} />
      <p>
        <span className="clip">{sealName}</span>
        <span className="small muted">{size}，按实际尺寸落章，签署时可换</span>
      </p>
    </div>
  )
}

function hintOf({ positionType, signerNo }: Position): string | null {
  if (signerNo === senderNo) return '发起时由发起方填写，写入合同正文'
  return isOnePage(positionType) ? areaHints[positionType] : null
}
