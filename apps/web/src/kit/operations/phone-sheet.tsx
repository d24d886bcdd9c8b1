import type { Signer } from '@moqi/api/shapes'
import { checkPhone } from '@moqi/domain/identity/phone'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { Field } from '../../ui/field.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { contractKeys } from '../contract/contract-keys.ts'
import type { ContractRow } from '../contract/contract-row.ts'
import { Choices } from './choices.tsx'
import { SheetForm, type SheetFault } from './sheet-form.tsx'

type PhoneSheetProps = {
  row: Pick<ContractRow, 'signId'>
  onDone: () => void
  onClose: () => void
}

const nameOf = ({ companyName, signerName }: Signer) => (companyName ? `${companyName}（${signerName}）` : signerName)

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

type PartyChoiceProps = {
  detail: { isPending: boolean; isError: boolean; isFetching: boolean; refetch: () => Promise<unknown> }
  parties: readonly Signer[]
  value: string
  error: string | undefined
  onChange: (signerNo: string) => void
}

function PartyChoice({ detail, parties, value, error, onChange }: PartyChoiceProps) {
  if (detail.isPending) return <Skeleton rows={2} height={44} />
  if (detail.isError) return <LoadingFailed busy={detail.isFetching} onRetry={() => void detail.refetch()} />
  const items = parties.map((party) => ({
    value: String(party.signerNo),
    label: nameOf(party),
    note: party.phone,
  }))
  return <Choices legend="签署方" items={items} value={value} error={error} onChange={onChange} />
}
