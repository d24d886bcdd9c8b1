import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'

type EndSaleProps = { offer: Output<Table['getCatalogueOffer']>; onClose: () => void }

/** Ends an offer's sale at once, and says first what goes on all the same. */
export function EndSaleSheet({ offer, onClose }: EndSaleProps) {
  const { offerId, versionNo, packName, waitingNumber } = offer
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const { busy, decide } = useDecision((_field, message) => setFault(message), onClose)
  const waits = offer.needsSecond === 1
  const end = () => {
    const checked = checkReason(reason)
    if (!checked.ok) return setFault(checked.message)
    const ask = () => call('endOfferSale', { offerId, versionNo, reason })
    return void decide('end', ask, waits ? '已提交，等待另一位运营人员确认' : '套餐已停售')
  }
  return (
    <Sheet
      title={`停售${packName}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="danger" busy={busy === 'end'} onClick={end}>
            {waits ? '提交给第二人' : '停售'}
          </Button>
        </>
      }
    >
      <div className="offer-form">
        <ul className="offer-effects">
          <li>购物车中立即不再显示，新的订单不能提交</li>
          <li>{waitingNumber}个待付款的订单仍可付款，按提交时的内容到账；已到账的份数不变</li>
          <li>以后可以修改停售时间，重新开售</li>
        </ul>
        <TextArea
          label="原因"
          rows={2}
          maxLength={200}
          hint="留在套餐的版本记录和操作记录中，客户看不到"
          value={reason}
          error={fault}
          onChange={(event) => {
            setReason(event.target.value)
            setFault(undefined)
          }}
        />
        {waits && <p className="offer-second">第二人不能是您。等待期间仍可购买，7天没有人确认则作废。</p>}
      </div>
    </Sheet>
  )
}
