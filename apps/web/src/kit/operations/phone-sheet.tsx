import { checkPhone } from '@moqi/domain/identity/phone'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { Field } from '../../ui/field.tsx'
import type { ContractRow } from '../contract/contract-row.ts'
import { PartyChoice } from './party-choice.tsx'
import { usePartyChoice } from './use-party-choice.ts'
import { SheetForm, type SheetFault } from './sheet-form.tsx'

type PhoneSheetProps = {
  row: Pick<ContractRow, 'signId'>
  onDone: () => void
  onClose: () => void
}

/** 更正手机号: a party nobody has claimed or read the contract for, and its right phone. */
export function PhoneSheet({ row, onDone, onClose }: PhoneSheetProps) {
  const [phone, setPhone] = useState('')
  const [fault, setFault] = useState<SheetFault | null>(null)
  const choice = usePartyChoice(row.signId, ({ phoneCorrectable }) => phoneCorrectable === 1)
  const signerNo = choice.value
  const check = (): SheetFault | null => {
    if (!signerNo) return { field: 'signerNo', message: '请选择签署方' }
    const checked = checkPhone(phone)
    return checked.ok ? null : { field: 'phone', message: checked.message }
  }
  return (
    <SheetForm
      title="更正手机号"
      confirm="确定更正"
      check={check}
      send={(key) => call('correctPhone', { signId: row.signId, signerNo: Number(signerNo), phone }, { key })}
      onDone={onDone}
      onFault={setFault}
      onClose={onClose}
    >
      <p className="ask-detail">仅可更正尚未查看合同的签署方。更正后原链接失效，并向新手机号重新发送签署通知。</p>
      <div className="ask-more">
        <PartyChoice choice={choice} error={fault && fault.field !== 'phone' ? fault.message : undefined} />
        <Field
          label="新手机号"
          inputMode="tel"
          autoComplete="off"
          maxLength={20}
          value={phone}
          error={fault?.field === 'phone' ? fault.message : undefined}
          onChange={(event) => setPhone(event.target.value)}
        />
      </div>
    </SheetForm>
  )
}
