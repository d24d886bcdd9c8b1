import { draftLimits } from '@moqi/domain/contract/draft-limits'
import type { FieldFault } from '@moqi/domain/contract/draft-rules'
import { Trash2, UserRoundPlus } from 'lucide-react'
import { useId } from 'react'
import { randomKey } from '../../client/request.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import type { DraftCc } from '../../kit/draft/draft.ts'
import { FaultText } from '../../kit/draft/fault-text.tsx'
import { editDraft } from '../../kit/draft/launch-store.ts'
import './cc-section.css'

type Props = { cc: readonly DraftCc[]; faults: readonly FieldFault[] }

const add = () =>
  editDraft(({ cc }) => ({ cc: [...cc, { key: randomKey(), name: '', phone: '', companyName: '', when: 'send' }] }))
const change = (key: string, patch: Partial<DraftCc>) =>
  editDraft(({ cc }) => ({ cc: cc.map((one) => (one.key === key ? { ...one, ...patch } : one)) }))
const remove = (key: string) => editDraft(({ cc }) => ({ cc: cc.filter((one) => one.key !== key) }))

const moments = [
  { value: 'send', label: '发起时抄送' },
  { value: 'finish', label: '完成后抄送' },
] as const

/** Who reads the contract without signing it, and from when on. */
export function CcSection({ cc, faults }: Props) {
  return (
    <section className="cc" aria-labelledby="cc-title">
      <div className="spread">
        <h2 id="cc-title" className="h2">
          抄送人
          <span>只能查看合同，不参与签署</span>
        </h2>
        <Button disabled={cc.length >= draftLimits.cc} onClick={add}>
          <UserRoundPlus size={18} />
          添加抄送人
        </Button>
      </div>
      {cc.length > 0 && (
        <ul className="card cc-list">
          {cc.map((recipient, index) => (
            <CcRow key={recipient.key} recipient={recipient} index={index} faults={faults} />
          ))}
        </ul>
      )}
      <FaultText>{faults.find(({ field }) => field === 'cc')?.message}</FaultText>
    </section>
  )
}

type RowProps = { recipient: DraftCc; index: number; faults: readonly FieldFault[] }

function CcRow({ recipient: { key, name, phone, companyName, when }, index, faults }: RowProps) {
  const faultOf = (field: string) => faults.find((one) => one.field === `cc.${index}${field}`)?.message
  const called = name.trim() || `第${index + 1}位抄送人`
  return (
    <li>
      <CcField
        label={`抄送人${index + 1}姓名`}
        value={name}
        placeholder="真实姓名"
        fault={faultOf('.name')}
        onChange={(value) => change(key, { name: value })}
      />
      <CcField
        label={`抄送人${index + 1}手机号`}
        value={phone}
        placeholder="手机号"
        inputMode="tel"
        fault={faultOf('.phone') ?? faultOf('')}
        onChange={(value) => change(key, { phone: value })}
      />
      <CcField
        label={`抄送人${index + 1}企业名称`}
        value={companyName}
        placeholder="企业名称（选填，抄送到企业空间）"
        fault={faultOf('.companyName')}
        onChange={(value) => change(key, { companyName: value })}
      />
      <Select
        aria-label={`${called}何时抄送`}
        value={when}
        options={moments}
        onChange={(moment) => change(key, { when: moment })}
      />
      <button type="button" className="icon-btn" aria-label={`移除抄送人 ${called}`} onClick={() => remove(key)}>
        <Trash2 size={18} />
      </button>
    </li>
  )
}

type FieldProps = {
  label: string
  value: string
  placeholder: string
  fault: string | undefined
  onChange: (value: string) => void
  inputMode?: 'tel'
}

function CcField({ label, value, placeholder, fault, onChange, inputMode }: FieldProps) {
  const id = useId()
  return (
    <div className="cc-field">
      <Input
        aria-label={label}
        value={value}
        placeholder={placeholder}
        aria-invalid={!!fault}
        {...(fault && { 'aria-describedby': id })}
        {...(inputMode && { inputMode })}
        onChange={(event) => onChange(event.target.value)}
      />
      <FaultText id={id}>{fault}</FaultText>
    </div>
  )
}
