import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { success } from '../../ui/toast-store.ts'
import { refreshContracts } from './contract-keys.ts'
import type { ContractRow } from './contract-row.ts'
import { ReasonSheet } from './reason-sheet.tsx'
import type { Asking } from './use-operations.ts'

type OperationSheetsProps = {
  row: Pick<ContractRow, 'signId' | 'taskName'>
  asking: Asking | null
  close: () => void
}

/** The sheet `useOperations` asks for: 拒签 or 撤回, each telling its success and reading the lists again. */
export function OperationSheets({ row, asking, close }: OperationSheetsProps) {
  if (!asking) return null
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
      consequence={`《${row.taskName}》将终止签署，各方会收到通知。`}
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
