import type { Transfer } from '@moqi/api/operator'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { yuan } from '../../ui/amount.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'

/** Money that its buyer wants back: it has gone back by the bank, or it is kept for a reason. */
export function ReturnSheet({ transfer, onClose }: { transfer: Transfer; onClose: () => void }) {
  const { paymentNo, fen, copies, packName, orderNo, ownerName, refundReason } = transfer
  const [keeping, setKeeping] = useState(false)
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const { busy, decide } = useDecision((_field, message) => setFault(message), onClose)
  const returned = () =>
    void decide('return', () => call('endTransferReturn', { paymentNo }), '已登记退款，买家已收到通知')
  const keep = () => {
    const checked = checkReason(reason)
    if (!checked.ok) return setFault(checked.message)
    const done = `已登记不予退款，${copies}份恢复可用，原因已告知买家`
    return void decide('keep', () => call('endTransferReturn', { paymentNo, reason }), done)
  }
  return (
    <Sheet
      title="登记退款"
      width={560}
      onClose={onClose}
      footer={
        keeping ? (
          <>
            <Button onClick={() => setKeeping(false)}>返回</Button>
            <Button variant="danger" busy={busy === 'keep'} onClick={keep}>
              不予退款
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => setKeeping(true)}>不予退款…</Button>
            <Button variant="primary" busy={busy === 'return'} onClick={returned}>
              已从银行退回{yuan(fen)}元
            </Button>
          </>
        )
      }
    >
      <Facts
        className="transfer-facts"
        facts={[
          ['买家', ownerName],
          ['金额', `${yuan(fen)}元`],
          ['订单', orderNo],
          ['套餐', `${packName}，${copies}份（已停用）`],
          ['退款原因', refundReason ?? '订单已结束后到账'],
        ]}
      />
      {keeping ? (
        <TextArea
          label="不予退款的原因"
          rows={3}
          maxLength={200}
          hint="原样告知买家；份数恢复可用"
          value={reason}
          error={fault}
          onChange={(event) => setReason(event.target.value)}
        />
      ) : (
        <p className="muted">请先在网银中原路退回，再登记。登记后不能撤销。</p>
      )}
    </Sheet>
  )
}
