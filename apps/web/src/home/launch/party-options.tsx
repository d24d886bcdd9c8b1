import { signKindLabels, signKinds } from '@moqi/domain/contract/sign-kind'
import { willKindLabel, willKinds } from '@moqi/domain/contract/will-kind'
import { IdCard, MessageSquareText, Paperclip } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import type { DraftParty } from '../../kit/draft/draft.ts'
import { PaperDemands } from './paper-demands.tsx'
import './party-options.css'

type Props = {
  party: DraftParty
  name: string
  /** What says beyond doubt who is meant, shown once it is wanted. */
  identity: ReactNode
  onChange: (patch: Partial<DraftParty>) => void
}

const identityNames = { company: '信用代码', person: '证件号' } as const

/**
 * What is asked of one party beyond its signature: how it proves its will, that it reads everything, what it hands in;
 * and 私信 to it.
 */
export function PartyOptions({ party, name, identity, onChange }: Props) {
  const id = useId()
  return (
    <>
      <div className="signer-field party-will">
        <label htmlFor={`${id}-will`}>意愿认证</label>
        <Select
          id={`${id}-will`}
          aria-label={`${name}的意愿认证方式`}
          value={party.willKind}
          options={willKinds.map((kind) => ({ value: kind, label: willKindLabel(kind, party.kind) }))}
          onChange={(willKind) => onChange({ willKind })}
        />
      </div>
      <div className="signer-field">
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
      {!party.own && <AskedOfOther party={party} name={name} identity={identity} onChange={onChange} />}
    </>
  )
}

/** What few parties need: a number, papers, a word to this one alone, each one press away. */
function AskedOfOther({ party, name, identity, onChange }: Props) {
  const [writing, write] = useState(party.privateMessage !== '')
  const [begun, ask] = useState(false)
  const asking = begun || party.paperDemands.length > 0
  const [named, openNumber] = useState(false)
  // Once there it stays, also while it is typed anew.
  if (!named && (party.creditCode !== '' || party.idNumber !== '')) openNumber(true)
  return (
    <>
      <MoreAsked
        party={party}
        name={name}
        onNumber={named ? null : () => openNumber(true)}
        onMessage={writing ? null : () => write(true)}
        onPapers={asking ? null : () => ask(true)}
      />
      {named && identity}
      {asking && (
        <PaperDemands
          kind={party.kind}
          name={name}
          demands={party.paperDemands}
          onChange={(paperDemands) => onChange({ paperDemands })}
          onLast={() => ask(false)}
        />
      )}
      {writing && (
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
    </>
  )
}

type MoreProps = {
  party: DraftParty
  name: string
  onNumber: (() => void) | null
  onMessage: (() => void) | null
  onPapers: (() => void) | null
}

function MoreAsked({ party, name, onNumber, onMessage, onPapers }: MoreProps) {
  if (!onNumber && !onMessage && !onPapers) return null
  return (
    <span className="party-more">
      {onNumber && (
        <button type="button" className="link small" onClick={onNumber}>
          <IdCard size={16} />
          添加{identityNames[party.kind]}
          <span className="sr">：{name}</span>
        </button>
      )}
      {onMessage && (
        <button type="button" className="link small" onClick={onMessage}>
          <MessageSquareText size={16} />
          添加私信<span className="sr">给{name}</span>
        </button>
      )}
      {onPapers && (
        <button type="button" className="link small" onClick={onPapers}>
          <Paperclip size={16} />
          添加附件要求<span className="sr">：{name}</span>
        </button>
      )}
    </span>
  )
}
