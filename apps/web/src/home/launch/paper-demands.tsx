import { paperLimits, paperNames } from '@moqi/domain/contract/paper-demand'
import { Plus, Trash2 } from 'lucide-react'
import { randomKey } from '../../client/request.ts'
import type { DraftDemand, DraftParty } from '../../kit/draft/draft.ts'
import { Input } from '../../ui/input.tsx'
import { Switch } from '../../ui/switch.tsx'
import './paper-demands.css'

type Props = {
  kind: DraftParty['kind']
  /** The party's. */
  name: string
  demands: readonly DraftDemand[]
  onChange: (demands: readonly DraftDemand[]) => void
  /** The last one has gone. */
  onLast: () => void
}

/** What one party is asked to hand in before it signs: what is often asked is one press, anything else is named. */
export function PaperDemands({ kind, name, demands, onChange, onLast }: Props) {
  const add = (paper: string) => onChange([...demands, { key: randomKey(), name: paper, note: '', required: true }])
  const change = (key: string, patch: Partial<DraftDemand>) =>
    onChange(demands.map((demand) => (demand.key === key ? { ...demand, ...patch } : demand)))
  const remove = (key: string) => {
    const rest = demands.filter((demand) => demand.key !== key)
    onChange(rest)
    if (rest.length === 0) onLast()
  }
  const used = new Set(demands.map((demand) => demand.name.trim()))
  return (
    <fieldset className="paper-demands">
      <legend>
        附件要求<span>签署前提交，仅您和该签署方可见</span>
      </legend>
      {demands.length > 0 && (
        <ul aria-label={`${name}的附件要求`}>
          {demands.map((demand, index) => (
            <li key={demand.key} className="paper-demand">
              <Input
                className="paper-name"
                aria-label={`第${index + 1}项附件的名称`}
                placeholder="附件名称"
                maxLength={paperLimits.nameLength}
                autoFocus={demand.name === ''}
                value={demand.name}
                onChange={(event) => change(demand.key, { name: event.target.value })}
              />
              <Input
                className="paper-note"
                aria-label={`第${index + 1}项附件的说明`}
                placeholder="说明（选填），如：加盖公章的扫描件"
                maxLength={paperLimits.noteLength}
                value={demand.note}
                onChange={(event) => change(demand.key, { note: event.target.value })}
              />
              <label className="row small paper-required">
                <Switch
                  checked={demand.required}
                  aria-label={`第${index + 1}项附件必须提交`}
                  onChange={(required) => change(demand.key, { required })}
                />
                必须提交
              </label>
              <button
                type="button"
                className="icon-btn"
                aria-label={`删除附件要求：${demand.name || `第${index + 1}项`}`}
                onClick={() => remove(demand.key)}
              >
                <Trash2 size={18} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {demands.length < paperLimits.demands && (
        <div className="paper-names">
          {paperNames[kind]
            .filter((paper) => !used.has(paper))
            .map((paper) => (
              <button key={paper} type="button" className="btn btn-plain btn-s" onClick={() => add(paper)}>
                <Plus size={14} />
                {paper}
              </button>
            ))}
          <button type="button" className="btn btn-plain btn-s" onClick={() => add('')}>
            <Plus size={14} />
            其他附件
          </button>
        </div>
      )}
    </fieldset>
  )
}
