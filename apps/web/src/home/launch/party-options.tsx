import { signKindLabels, signKinds } from '@moqi/domain/contract/sign-kind'
import { willKindLabels, willKinds } from '@moqi/domain/contract/will-kind'
import { MessageSquareText } from 'lucide-react'
import { useId, useState } from 'react'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import type { DraftParty } from '../../kit/draft/draft.ts'
import './party-options.css'

type Props = { party: DraftParty; name: string; onChange: (patch: Partial<DraftParty>) => void }

/** What is asked of one party beyond its signature: how it proves its will, that it reads everything; and 私信 to it. */
export function PartyOptions({ party, name, onChange }: Props) {
  const id = useId()
  const [writing, write] = useState(party.privateMessage !== '')
  return (
    <div className="party-options">
      <div className="party-will">
        <label htmlFor={`${id}-will`}>意愿认证</label>
        <Select
          id={`${id}-will`}
          aria-label={`${name}的意愿认证方式`}
          value={party.willKind}
          options={willKinds.map((kind) => ({ value: kind, label: willKindLabels[kind] }))}
          onChange={(willKind) => onChange({ willKind })}
        />
      </div>
      <div className="party-will">
        <label htmlFor={`${id}-sign`}>签署要求</label>
        <Select
          id={`${id}-sign`}
          aria-label={`${name}的签署要求`}
          value={party.signKind}
          options={signKinds.flatMap((kind) => {
            const label = signKindLabels[party.kind][kind]
            return label === undefined ? [] : [{ value: kind, label }]
          })}
          onChange={(signKind) => onChange({ signKind })}
        />
      </div>
      <label className="row small party-reading" title="打开满规定时间并看到最后一页后才能提交签署">
        <Switch
          checked={party.forcedReading}
          aria-label={`${name}须阅读全文`}
          onChange={(forcedReading) => onChange({ forcedReading })}
        />
        须阅读全文后签署
      </label>
      {!party.own && !writing && (
        <button type="button" className="link small party-write" onClick={() => write(true)}>
          <MessageSquareText size={16} />
          添加私信<span className="sr">给{name}</span>
        </button>
      )}
      {!party.own && writing && (
        <div className="party-message">
          <TextArea
            label="私信（仅该签署方可见）"
            autoFocus={party.privateMessage === ''}
            rows={2}
            maxLength={200}
            value={party.privateMessage}
            placeholder="如：请核对附件一的金额后签署"
            onChange={(event) => onChange({ privateMessage: event.target.value })}
            onBlur={() => write(party.privateMessage !== '')}
          />
        </div>
      )}
    </div>
  )
}
