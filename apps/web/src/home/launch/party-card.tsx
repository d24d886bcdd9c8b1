import type { Contact } from '@moqi/api/contact'
import type { FieldFault } from '@moqi/domain/contract/draft-rules'
import { useId } from 'react'
import { Input } from '../../ui/input.tsx'
import { OrderTools } from '../../ui/order-tools.tsx'
import { Switch } from '../../ui/switch.tsx'
import { moved, partyName, withOwnSide, type DraftParty, type Self } from '../../kit/draft/draft.ts'
import { FaultText } from '../../kit/draft/fault-text.tsx'
import { changeParty, editDraft } from '../../kit/draft/launch-store.ts'
import { partyColour } from '../../kit/party/party-chip.tsx'
import { sideName } from '../../kit/party/side-name.ts'
import { TogetherSwitch } from '../../kit/party/together-switch.tsx'
import { NameField } from '../../kit/contacts/name-field.tsx'
import { partyOfContact } from '../../kit/contacts/party-of-contact.ts'
import { PartyOptions } from './party-options.tsx'
import '../../kit/party/party-card.css'

type Props = {
  party: DraftParty
  index: number
  /** How many there are. */
  count: number
  /** Its place in the order, null when there is none. */
  turn: number | null
  /** Whether it may sign at the turn of the one before it. */
  mixed: boolean
  self: Self
  /** Whether a contact is another party already. */
  isTaken: (contact: Contact) => boolean
  /** Just added: its name is what comes next. */
  focusFirst: boolean
  faults: readonly FieldFault[]
}

const remove = (signerNo: number) =>
  editDraft(({ parties }) => ({ parties: parties.filter((party) => party.signerNo !== signerNo) }))
const move = (from: number, to: number) => editDraft(({ parties }) => ({ parties: moved(parties, from, to) }))

/** One signer: who, how to reach, and its place in the order; its faults stand under their fields. */
export function PartyCard({ party, index, count, turn, mixed, self, isTaken, focusFirst, faults }: Props) {
  const path = `parties.${index}`
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
          {mixed && index > 0 && (
            <TogetherSwitch
              name={name}
              checked={party.together}
              onChange={(together) => changeParty(signerNo, { together })}
            />
          )}
          {party.own && <OwnSide self={self} />}
          <OrderTools
            className="signer-tools"
            subject={name}
            index={index}
            count={count}
            onMove={(to) => move(index, to)}
            onRemove={() => remove(signerNo)}
          />
        </div>
        <div className="signer-fields">
          {party.kind === 'company' && (
            <PartyName
              field="companyName"
              label="企业名称"
              placeholder="与营业执照一致"
              party={party}
              isTaken={isTaken}
              focusFirst={focusFirst}
              fault={faultOf('companyName')}
            />
          )}
          <PartyName
            field="signerName"
            label={party.kind === 'company' ? '经办人' : '姓名'}
            placeholder="真实姓名"
            party={party}
            isTaken={isTaken}
            focusFirst={focusFirst && party.kind === 'person'}
            fault={faultOf('name')}
          />
          <TextField
            label="手机号"
            value={party.phone}
            readOnly={party.own}
            placeholder="请输入手机号"
            inputMode="tel"
            fault={faultOf('phone')}
            onChange={(phone) => changeParty(signerNo, { phone })}
          />
          <PartyOptions
            party={party}
            name={name}
            identity={<IdentityField party={party} faultOf={faultOf} />}
            onChange={(patch) => changeParty(signerNo, patch)}
          />
        </div>
        <FaultText>{own}</FaultText>
      </div>
    </li>
  )
}

/** What says beyond doubt who is meant: whoever claims the contract must have it. */
function IdentityField({ party, faultOf }: { party: DraftParty; faultOf: (field: string) => string | undefined }) {
  const { signerNo, kind } = party
  if (kind === 'company')
    return (
      <TextField
        wide
        label="统一社会信用代码（选填）"
        value={party.creditCode}
        readOnly={false}
        focusFirst={party.creditCode === ''}
        placeholder="填写后，须由该代码的企业签署"
        fault={faultOf('creditCode')}
        onChange={(creditCode) => changeParty(signerNo, { creditCode })}
      />
    )
  return (
    <TextField
      wide
      label="证件号（选填）"
      value={party.idNumber}
      readOnly={false}
      focusFirst={party.idNumber === ''}
      placeholder="填写后，须由该证件号的本人签署"
      fault={faultOf('idNumber')}
      // A kept number is shown as its mask: one types a new one, or none.
      onChange={(idNumber) => changeParty(signerNo, { idNumber: idNumber.includes('*') ? '' : idNumber })}
    />
  )
}

function OwnSide({ self }: { self: Self }) {
  const leave = () => editDraft(({ parties }) => ({ parties: withOwnSide(parties, self, false) }))
  return (
    <label className="row small signer-own">
      <Switch checked aria-label="我方也需签署" onChange={leave} />
      我方也需签署
    </label>
  )
}

type NameProps = {
  field: 'companyName' | 'signerName'
  label: string
  placeholder: string
  party: DraftParty
  isTaken: (contact: Contact) => boolean
  focusFirst: boolean
  fault: string | undefined
}

/** A company's or a person's name, completed from the address book together with what else the book knows. */
function PartyName({ field, label, placeholder, party, isTaken, focusFirst, fault }: NameProps) {
  const id = useId()
  const { signerNo, kind, own, companyName } = party
  if (own)
    return (
      <TextField
        wide={field === 'companyName'}
        label={label}
        value={party[field]}
        readOnly
        placeholder={placeholder}
        fault={fault}
        onChange={(value) => changeParty(signerNo, { [field]: value })}
      />
    )
  // Who acts for a company that is named already is one of its people.
  const fits = (contact: Contact) =>
    !isTaken(contact) &&
    (field === 'companyName' || companyName.trim() === '' || contact.companyName === companyName.trim())
  return (
    <div className={field === 'companyName' ? 'signer-field wide' : 'signer-field'}>
      <label htmlFor={id}>{label}</label>
      <NameField
        id={id}
        value={party[field]}
        placeholder={placeholder}
        contactType={kind}
        fits={fits}
        invalid={!!fault}
        describedBy={fault && `${id}-fault`}
        focusFirst={focusFirst}
        onType={(value) => changeParty(signerNo, { [field]: value })}
        onPick={(contact) => changeParty(signerNo, partyOfContact(contact))}
      />
      <FaultText id={`${id}-fault`}>{fault}</FaultText>
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
  focusFirst?: boolean
  inputMode?: 'tel'
}

function TextField({ label, value, placeholder, readOnly, fault, onChange, ...look }: FieldProps) {
  const { wide = false, focusFirst = false, inputMode } = look
  const id = useId()
  return (
    <div className={wide ? 'signer-field wide' : 'signer-field'}>
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        value={value}
        placeholder={placeholder}
        readOnly={readOnly}
        autoFocus={focusFirst}
        aria-invalid={!!fault}
        {...(fault && { 'aria-describedby': `${id}-fault` })}
        {...(inputMode && { inputMode })}
        onChange={(event) => onChange(event.target.value)}
      />
      <FaultText id={`${id}-fault`}>{fault}</FaultText>
    </div>
  )
}
