import type { FieldFault } from '@moqi/domain/contract/draft-rules'
import { Input, Switch } from 'antd'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { partyColour } from '../../ui/signer-chip.tsx'
import { moved, partyName, sideName, withOwnSide, type DraftParty, type Self } from './draft.ts'
import { FaultText } from './fault-text.tsx'
import { editDraft } from './launch-store.ts'
import { PartyOptions } from './party-options.tsx'
import { TogetherSwitch } from './together-switch.tsx'
import './party-card.css'

type Props = {
  party: DraftParty
  index: number
  last: boolean
  /** Its place in the order, null when there is none. */
  turn: number | null
  grouped: boolean
  self: Self
  faults: readonly FieldFault[]
}

const change = (signerNo: number, patch: Partial<DraftParty>) =>
  editDraft(({ parties }) => ({
    parties: parties.map((party) => (party.signerNo === signerNo ? { ...party, ...patch } : party)),
  }))
const remove = (signerNo: number) =>
  editDraft(({ parties }) => ({ parties: parties.filter((party) => party.signerNo !== signerNo) }))
const move = (from: number, to: number) => editDraft(({ parties }) => ({ parties: moved(parties, from, to) }))

/** One signer: who, how to reach, and its place in the order; its faults stand under their fields. */
export function PartyCard({ party, index, last, turn, grouped, self, faults }: Props) {
  const path = `signerArray.${index}`
  const faultOf = (field: string) => faults.find((one) => one.field === `${path}.${field}`)?.message
  const own = faults.find((one) => one.field === path)?.message
  const { signerNo } = party
  const name = partyName(party, index)
  return (
    <li className={`card signer-card party-${partyColour(signerNo)}`}>
      <span className="signer-order" aria-hidden="true">
        {turn ?? ''}
      </span>
      <div className="signer-body">
        <div className="signer-head">
          <h2 className="h2">
            {sideName(index)}
            <span>
              {party.kind === 'company' ? '企业' : '个人'}
              {party.own && '　我方'}
            </span>
          </h2>
          {grouped && index > 0 && (
            <TogetherSwitch
              name={name}
              checked={party.together}
              onChange={(together) => change(signerNo, { together })}
            />
          )}
          {party.own && <OwnSide self={self} />}
          <PartyTools party={party} index={index} last={last} />
        </div>
        <div className="signer-fields">
          {party.kind === 'company' && (
            <TextField
              wide
              label="企业名称"
              value={party.companyName}
              readOnly={party.own}
              placeholder="与营业执照一致"
              fault={faultOf('companyName')}
              onChange={(companyName) => change(signerNo, { companyName })}
            />
          )}
          <TextField
            label={party.kind === 'company' ? '经办人' : '姓名'}
            value={party.signerName}
            readOnly={party.own}
            placeholder="真实姓名"
            fault={faultOf('signerName')}
            onChange={(signerName) => change(signerNo, { signerName })}
          />
          <TextField
            label="手机号"
            value={party.phone}
            readOnly={party.own}
            placeholder="请输入手机号"
            inputMode="tel"
            fault={faultOf('phone')}
            onChange={(phone) => change(signerNo, { phone })}
          />
        </div>
        <FaultText>{own}</FaultText>
        <PartyOptions party={party} name={name} onChange={(patch) => change(signerNo, patch)} />
      </div>
    </li>
  )
}

function OwnSide({ self }: { self: Self }) {
  const leave = () => editDraft(({ parties }) => ({ parties: withOwnSide(parties, self, false) }))
  return (
    <label className="row small signer-own">
      <Switch size="small" checked aria-label="我方也需签署" onChange={leave} />
      我方也需签署
    </label>
  )
}

function PartyTools({ party, index, last }: Pick<Props, 'party' | 'index' | 'last'>) {
  const name = partyName(party, index)
  return (
    <div className="signer-tools">
      <button
        type="button"
        className="icon-btn"
        aria-label={`上移 ${name}`}
        disabled={index === 0}
        onClick={() => move(index, index - 1)}
      >
        <ArrowUp size={18} />
      </button>
      <button
        type="button"
        className="icon-btn"
        aria-label={`下移 ${name}`}
        disabled={last}
        onClick={() => move(index, index + 1)}
      >
        <ArrowDown size={18} />
      </button>
      <button type="button" className="icon-btn" aria-label={`删除 ${name}`} onClick={() => remove(party.signerNo)}>
        <Trash2 size={18} />
      </button>
    </div>
  )
}

type FieldProps = {
  label: string
  value: string
  placeholder: string
  readOnly: boolean
  fault: string | undefined
  onChange: (value: string) => void
  wide?: boolean
  inputMode?: 'tel'
}

function TextField({ label, value, placeholder, readOnly, fault, onChange, wide = false, inputMode }: FieldProps) {
  const id = useId()
  return (
    <div className={wide ? 'signer-field wide' : 'signer-field'}>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        value={value}
        placeholder={placeholder}
        readOnly={readOnly}
        variant={readOnly ? 'filled' : 'outlined'}
        status={fault ? 'error' : ''}
        aria-invalid={!!fault}
        {...(fault && { 'aria-describedby': `${id}-fault` })}
        {...(inputMode && { inputMode })}
        onChange={(event) => onChange(event.target.value)}
      />
      <FaultText id={`${id}-fault`}>{fault}</FaultText>
    </div>
  )
}
