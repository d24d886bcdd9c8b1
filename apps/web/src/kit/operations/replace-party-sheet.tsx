import { partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import { checkPhone } from '@moqi/domain/identity/phone'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { Field } from '../../ui/field.tsx'
import type { ContractRow } from '../contract/contract-row.ts'
import { PartyChoice } from './party-choice.tsx'
import { usePartyChoice } from './use-party-choice.ts'
import { SheetForm, type SheetFault } from './sheet-form.tsx'

type ReplacePartySheetProps = {
  row: Pick<ContractRow, 'signId'>
  onDone: () => void
  onClose: () => void
}

/** 更换签署方: a party that has not signed, and who takes its place. */
export function ReplacePartySheet({ row, onDone, onClose }: ReplacePartySheetProps) {
  const [typed, setTyped] = useState({ name: '', phone: '', companyName: '' })
  const [fault, setFault] = useState<SheetFault | null>(null)
  const choice = usePartyChoice(row.signId, ({ signerStatus }) => partyLifecycle.can(signerStatus, 'replace'))
  const { value: signerNo, party } = choice
  const check = (): SheetFault | null => {
    if (!signerNo) return { field: 'signerNo', message: '请选择签署方' }
    if (!typed.name.trim()) return { field: 'name', message: '请填写新签署人的姓名' }
    const checked = checkPhone(typed.phone)
    return checked.ok ? null : { field: 'phone', message: checked.message }
  }
  const fieldOf = (field: keyof typeof typed) => ({
    value: typed[field],
    error: fault?.field === field ? fault.message : undefined,
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [field]: event.target.value }),
  })
  const send = (key: string) => {
    const { name, phone, companyName } = typed
    const company = companyName.trim()
    const input = { signId: row.signId, signerNo: Number(signerNo), name, phone }
    return call('replaceParty', company && party?.companyName ? { ...input, companyName: company } : input, { key })
  }
  return (
    <SheetForm
      title="更换签署方"
      confirm="确定更换"
      check={check}
      send={send}
      onDone={onDone}
      onFault={setFault}
      onClose={onClose}
    >
      <p className="ask-detail">
        仅可更换尚未签署的签署方，签署位置和顺序不变。更换后原签署方不能再查看和签署合同，各方会收到通知。
      </p>
      <div className="ask-more">
        <PartyChoice choice={choice} error={fault && !(fault.field in typed) ? fault.message : undefined} />
        {party?.companyName && (
          <Field label="新签署企业（不填则不变）" autoComplete="off" maxLength={50} {...fieldOf('companyName')} />
        )}
        <Field label="新签署人姓名" autoComplete="off" maxLength={50} {...fieldOf('name')} />
        <Field label="新签署人手机号" inputMode="tel" autoComplete="off" maxLength={20} {...fieldOf('phone')} />
      </div>
    </SheetForm>
  )
}
