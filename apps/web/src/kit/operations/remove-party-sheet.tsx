import { partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import type { ContractRow } from '../contract/contract-row.ts'
import { PartyChoice } from './party-choice.tsx'
import { SheetForm, type SheetFault } from './sheet-form.tsx'
import { usePartyChoice } from './use-party-choice.ts'

type RemovePartySheetProps = {
  row: Pick<ContractRow, 'signId'>
  onDone: () => void
  onClose: () => void
}

/** 移除签署方: a party that is taken out, with its places, while nobody has signed. */
export function RemovePartySheet({ row, onDone, onClose }: RemovePartySheetProps) {
  const [fault, setFault] = useState<SheetFault | null>(null)
  const choice = usePartyChoice(row.signId, ({ signerStatus }) => partyLifecycle.can(signerStatus, 'remove'))
  return (
    <SheetForm
      title="移除签署方"
      confirm="确定移除"
      check={() => (choice.value ? null : { field: 'signerNo', message: '请选择签署方' })}
      send={(key) => call('removeParty', { signId: row.signId, signerNo: Number(choice.value) }, { key })}
      onDone={onDone}
      onFault={setFault}
      onClose={onClose}
    >
      <p className="ask-detail">
        还没有人签署时可以移除。该签署方的签署位置一并移除，不能再查看和签署合同；其余各方会收到通知，份数不变。
      </p>
      <div className="ask-more">
        <PartyChoice choice={choice} error={fault?.message} />
      </div>
    </SheetForm>
  )
}
