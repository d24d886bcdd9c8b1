import type { FileField, Position } from '@moqi/api/shapes'
import { Trash2 } from 'lucide-react'
import { Select } from '../../ui/select.tsx'
import { partyName, type LaunchDraft } from '../draft/draft.ts'
import { areaLabel } from './area-kinds.ts'
import { signingKinds } from './own-fields.ts'
import type { Placing } from './use-placing.ts'

type Props = { area: Position; field: FileField; draft: LaunchDraft; placing: Placing }

/** A chosen field of a certified file: who signs there and how; its place is the file's own. */
export function OwnFieldProperties({ area, field, draft, placing }: Props) {
  const party = draft.parties.find(({ signerNo }) => signerNo === area.signerNo)
  const kinds = party ? signingKinds(party) : []
  const give = (signerNo: number) => {
    const next = draft.parties.find((one) => one.signerNo === signerNo)
    const [kind] = next ? signingKinds(next) : []
    if (kind) placing.put({ ...area, signerNo, positionType: kind })
  }
  return (
    <section className="area-properties">
      <div className="spread">
        <h2>
          {areaLabel(area.positionType)}
          <span>第{area.page}页</span>
        </h2>
        <button type="button" className="icon-btn" aria-label="取消分配所选签名域" onClick={placing.remove}>
          <Trash2 size={18} />
        </button>
      </div>
      <p className="small muted clip" title={field.name}>
        签名域：{field.name}
      </p>
      <label className="area-format own-field-choice">
        <span>签署方</span>
        <Select
          aria-label="签名域的签署方"
          value={area.signerNo}
          options={draft.parties.map((one, index) => ({ value: one.signerNo, label: partyName(one, index) }))}
          onChange={give}
        />
      </label>
      <label className="area-format own-field-choice">
        <span>签署方式</span>
        <Select
          aria-label="签名域的签署方式"
          value={area.positionType}
          options={kinds.map((kind) => ({ value: kind, label: areaLabel(kind) }))}
          onChange={(positionType) => placing.put({ ...area, positionType })}
        />
      </label>
      {field.lockArray.length > 0 && (
        <p className="small muted">该签名域签署后会锁定其他签名域，请分配给最后的签署方。</p>
      )}
    </section>
  )
}
