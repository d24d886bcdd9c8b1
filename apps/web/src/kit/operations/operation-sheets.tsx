import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { useNavigate } from '../../router/hooks.ts'
import { success } from '../../ui/toast-store.ts'
import { refreshContracts } from '../contract/contract-keys.ts'
import type { ContractRow } from '../contract/contract-row.ts'
import { DelaySheet } from './delay-sheet.tsx'
import { PhoneSheet } from './phone-sheet.tsx'
import { ReasonSheet } from './reason-sheet.tsx'
import { RemovePartySheet } from './remove-party-sheet.tsx'
import { ReplacePartySheet } from './replace-party-sheet.tsx'
import { TransferSheet } from './transfer-sheet.tsx'
import type { Asking } from './use-operations.ts'

type OperationSheetsProps = {
  row: Pick<ContractRow, 'signId' | 'taskName' | 'signExpireTime'>
  asking: Asking
  close: () => void
}

const doneTexts = {
  extend: '延期成功',
  transfer: '转交成功',
  correctPhone: '手机号已更正，已重新通知签署方',
  replaceParty: '签署方已更换，轮到签署时将通知新签署方',
  removeParty: '签署方已移除，已通知各方',
} as const

/** The sheet `useOperations` asks for, each telling its success and reading the lists again. */
export function OperationSheets({ row, asking, close }: OperationSheetsProps) {
  const navigate = useNavigate()
  if (asking === 'reject' || asking === 'recall') return <EndSheet row={row} asking={asking} close={close} />
  const onDone = () => {
    close()
    success(doneTexts[asking])
    // Who has handed over sees the contract no more.
    if (asking === 'transfer') void navigate('/space/contract-list?status=all')
    void refreshContracts()
  }
  if (asking === 'extend') return <DelaySheet row={row} onDone={onDone} onClose={close} />
  if (asking === 'transfer') return <TransferSheet row={row} onDone={onDone} onClose={close} />
  if (asking === 'replaceParty') return <ReplacePartySheet row={row} onDone={onDone} onClose={close} />
  if (asking === 'removeParty') return <RemovePartySheet row={row} onDone={onDone} onClose={close} />
  return <PhoneSheet row={row} onDone={onDone} onClose={close} />
}

type EndSheetProps = { row: OperationSheetsProps['row']; asking: 'reject' | 'recall'; close: () => void }

const refund = '还没有人签署时，扣减的1份会退回；已有人签署则不退回。'

function EndSheet({ row, asking, close }: EndSheetProps) {
  const rejecting = asking === 'reject'
  const done = () => {
    close()
    success(rejecting ? '拒签成功！' : '撤回成功！')
    void refreshContracts()
  }
  return (
    <ReasonSheet
      draft={`${asking} ${row.signId}`}
      question={rejecting ? '确定要拒签该合同吗？' : '确定要撤回该合同吗？'}
      consequence={`《${row.taskName}》将终止签署，各方会收到通知。${rejecting ? '' : refund}`}
      required={rejecting}
      send={(reason, key) => {
        const input = { signId: row.signId, ...(reason !== undefined && { reason }) }
        return call(rejecting ? 'rejectTask' : 'recallTask', input, { key })
      }}
      onDone={done}
      onRefused={(refusal) => {
        close()
        showRefusal(refusal)
        void refreshContracts()
      }}
      onClose={close}
    />
  )
}
