import type { ContractFreezing } from '@moqi/api/contract-freezing'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import '../../kit/operator/freeze-sheet.css'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'

/** Lets contracts go on that were frozen together; where it takes two, another has to agree. */
export function ThawSheet({ freezing, onClose }: { freezing: ContractFreezing; onClose: () => void }) {
  const { freezingId, spaceName, contractNumber } = freezing
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const { busy, decide } = useDecision((_field, message) => setFault(message), onClose)
  const thaw = () => {
    const checked = checkReason(reason)
    if (!checked.ok) return setFault(checked.message)
    return void decide('thaw', () => call('thawContracts', { freezingId, reason }), '已提交解除')
  }
  return (
    <Sheet
      title={`解除冻结：${spaceName}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" busy={busy === 'thaw'} onClick={thaw}>
            解除冻结
          </Button>
        </>
      }
    >
      <div className="freeze-form">
        <ul className="freeze-effects">
          <li>{contractNumber}份合同恢复签署，过了截止时间的除外</li>
          <li>须两人的，由另一位运营人员同意后生效</li>
        </ul>
        <TextArea
          label="原因（合同各方会看到）"
          rows={3}
          maxLength={200}
          hint="如：核查完毕，未发现违法放贷"
          value={reason}
          error={fault}
          onChange={(event) => {
            setReason(event.target.value)
            setFault(undefined)
          }}
        />
      </div>
    </Sheet>
  )
}
