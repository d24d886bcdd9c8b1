import { checkReason } from '@moqi/domain/contract/draft-text'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'

type DecideSheetProps = {
  report: { reportNo: string; frozen: object | null; isReachable: 0 | 1 }
  isUpheld: 0 | 1
  onClose: () => void
}

/** Says what a decision does and does not do, and asks why. */
export function DecideSheet({ report: { reportNo, frozen, isReachable }, isUpheld, onClose }: DecideSheetProps) {
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const { busy, decide } = useDecision((_field, message) => setFault(message), onClose)
  const word = isUpheld === 1 ? '成立' : '不成立'
  const submit = () => {
    const checked = checkReason(reason)
    if (!checked.ok) return setFault(checked.message)
    return void decide('decide', () => call('decideFraudReport', { reportNo, isUpheld, reason }), `举报${word}，已记录`)
  }
  return (
    <Sheet
      title={`举报${word}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant={isUpheld === 1 ? 'danger' : 'primary'} busy={busy === 'decide'} onClick={submit}>
            认定{word}
          </Button>
        </>
      }
    >
      <div className="report-form">
        <ul className="report-effects">
          <li>{isReachable === 1 ? '举报人会收到结论和下面的理由' : '举报人没有账号，不会收到消息'}</li>
          <li>{effectOf(isUpheld, frozen !== null)}</li>
          <li>结论不能更改；有新的情况由举报人重新举报</li>
        </ul>
        <TextArea
          label="理由（举报人会看到）"
          rows={3}
          maxLength={200}
          hint={
            isUpheld === 1 ? '如：经核实发起方冒用贵公司名义，已冻结其空间' : '如：发起方已提供双方签字的授权书原件'
          }
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

function effectOf(isUpheld: 0 | 1, isFrozen: boolean): string {
  if (isUpheld === 1) return isFrozen ? '发起方保持冻结' : '发起方没有冻结，可以继续发起；需要的请先冻结'
  return isFrozen ? '发起方仍然冻结；没有其他原因的，请在认定后解除' : '发起方不会收到消息'
}
