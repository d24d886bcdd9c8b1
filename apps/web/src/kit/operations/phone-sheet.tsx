import { checkPhone } from '@moqi/domain/identity/phone'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { Field } from '../../ui/field.tsx'
import { contractKeys } from '../contract/contract-keys.ts'
import type { ContractRow } from '../contract/contract-row.ts'
import { PartyChoice } from './party-choice.tsx'
import { SheetForm, type SheetFault } from './sheet-form.tsx'

type PhoneSheetProps = {
  row: Pick<ContractRow, 'signId'>
  onDone: () => void
  onClose: () => void
}

/** 更正手机号: a party nobody has claimed or read the contract for, and its right phone. */
export function PhoneSheet({ row, onDone, onClose }: PhoneSheetProps) {
  const [chosen, setChosen] = useState('')
  const [phone, setPhone] = useState('')
  const [fault, setFault] = useState<SheetFault | null>(null)
  const detail = useQuery({
    queryKey: [...contractKeys.all, 'detail', row.signId, null],
    queryFn: ({ signal }) => call('getSignDetailInfo', { signId: row.signId }, { signal }),
  })
  const parties = detail.data?.signerArray.filter(({ phoneCorrectable }) => phoneCorrectable === 1) ?? []
  const only = parties.length === 1 ? String(parties[0]?.signerNo) : ''
  const signerNo = chosen || only
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
        <PartyChoice
          detail={detail}
          parties={parties}
          value={signerNo}
          error={fault && fault.field !== 'phone' ? fault.message : undefined}
          onChange={setChosen}
        />
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
