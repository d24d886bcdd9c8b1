import type { Transfer } from '@moqi/api/operator'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { yuan } from '../../ui/amount.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { VoucherPages } from './voucher-pages.tsx'

type SheetProps = { transfer: Transfer; onClose: () => void }

/** The slip beside what was ordered: it is confirmed with the line of the bank's statement, or refused. */
export function VoucherSheet({ transfer, onClose }: SheetProps) {
  const { paymentNo, fen, copies, packName, orderNo, ownerName } = transfer
  const [reference, setReference] = useState('')
  const [reason, setReason] = useState('')
  const [refusing, setRefusing] = useState(false)
  const [faults, setFaults] = useState<Partial<Record<string, string>>>({})
  const { busy, decide } = useDecision((field, message) => setFaults({ [field]: message }), onClose)
  const confirm = () => {
    if (reference.trim() === '') return setFaults({ reference: '请填写银行流水号' })
    return void decide(
      'confirm',
      () => call('confirmTransfer', { paymentNo, reference }),
      `已确认到账，${copies}份已计入${ownerName}`,
    )
  }
  const refuse = () => {
    const checked = checkReason(reason)
    if (!checked.ok) return setFaults({ reason: checked.message })
    return void decide('refuse', () => call('refuseTransfer', { paymentNo, reason }), '已驳回，原因已告知下单人')
  }
  return (
    <Sheet
      title="审核汇款凭证"
      width={1040}
      onClose={onClose}
      footer={
        refusing ? (
          <>
            <Button onClick={() => setRefusing(false)}>返回</Button>
            <Button variant="danger" busy={busy === 'refuse'} onClick={refuse}>
              驳回凭证
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => setRefusing(true)}>驳回…</Button>
            <Button variant="primary" busy={busy === 'confirm'} onClick={confirm}>
              确认到账{yuan(fen)}元
            </Button>
          </>
        )
      }
    >
      <div className="voucher-review">
        <VoucherPages transfer={transfer} />
        <div className="voucher-facts">
          <Facts
            className="transfer-facts"
            facts={[
              ['买家', ownerName],
              ['应付金额', `${yuan(fen)}元`],
              ['汇款附言', orderNo.slice(-8)],
              ['订单', orderNo],
              ['套餐', `${packName}，${copies}份`],
            ]}
          />
          {refusing ? (
            <TextArea
              label="驳回原因"
              rows={3}
              maxLength={200}
              hint="原样告知下单人，其可以重新提交凭证"
              value={reason}
              error={faults.reason}
              onChange={(event) => setReason(event.target.value)}
            />
          ) : (
            <Field
              label="银行流水号"
              maxLength={64}
              autoComplete="off"
              spellCheck={false}
              hint="付款人、金额、附言都与银行流水一致后填写；一笔流水只能用于一笔付款"
              value={reference}
              error={faults.reference}
              onChange={(event) => setReference(event.target.value)}
            />
          )}
        </div>
      </div>
    </Sheet>
  )
}
