import { showRefusal } from '../../client/call-error.ts'
import type { ContractRow } from '../../kit/contract/contract-row.ts'
import { ReasonSheet } from '../../kit/operations/reason-sheet.tsx'
import { recallSeveral, skipping } from './batch.ts'

type RecallSheetProps = { rows: readonly ContractRow[]; others: number; onClose: () => void }

const consequence = '这些合同将终止签署，各方会收到通知。还没有人签署的，扣减的份数会退回；已有人签署的不退回。'

/** Asks why several contracts are withdrawn; `others` are ticked and cannot be. */
export function RecallSheet({ rows, others, onClose }: RecallSheetProps) {
  return (
    <ReasonSheet
      draft="recall several"
      question={`确定要撤回所选的${rows.length}份合同吗？`}
      consequence={`${consequence}${skipping(others, '不能撤回')}`}
      required={false}
      send={(reason, key) => recallSeveral(rows, reason, key)}
      onDone={onClose}
      onRefused={(refusal) => {
        onClose()
        showRefusal(refusal)
      }}
      onClose={onClose}
    />
  )
}
