import type { Output } from '@moqi/api/call'
import type { CatalogueOffer } from '@moqi/api/catalogue'
import type { Table } from '@moqi/api/table'
import { useState } from 'react'
import { CallRefusal, showRefusal } from '../../client/call-error.ts'
import { call } from '../../client/call.ts'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { OfferFields } from './offer-fields.tsx'
import { TermLines } from './term-lines.tsx'
import { useOfferForm } from './use-offer-form.ts'

type OfferSheetProps = {
  /** Null: a new one. */
  offer: CatalogueOffer | null
  onClose: () => void
}
type Weighed = Output<Table['weighOffer']>

/** Writes an offer, or changes one: first the form, then what it comes to and why, then it is made. */
export function OfferSheet({ offer, onClose }: OfferSheetProps) {
  const { typed, faults, setFaults, checked, change } = useOfferForm(offer)
  const [weighed, setWeighed] = useState<Weighed | null>(null)
  const backToForm = (field: string, message: string) => {
    if (field !== 'reason') setWeighed(null)
    setFaults({ [field]: message })
  }
  const making = useDecision(backToForm, onClose)
  const [isWeighing, setWeighing] = useState(false)
  const named = offer && { offerId: offer.offerId }
  const weigh = () => {
    const input = checked(false)
    if (!input) return
    setWeighing(true)
    void call('weighOffer', { ...named, ...input })
      .then(setWeighed, (fault: unknown) => {
        const field = fault instanceof CallRefusal ? fault.data.field : null
        if (fault instanceof CallRefusal && typeof field === 'string') setFaults({ [field]: fault.message })
        else showRefusal(fault)
      })
      .finally(() => setWeighing(false))
  }
  const waits = weighed?.needsSecond === 1
  const save = () => {
    const input = checked(true)
    if (!input) return
    const version = offer && { versionNo: offer.versionNo }
    const ask = () => call('saveOffer', { ...named, ...version, ...input, reason: typed.reason })
    void making.decide('save', ask, waits ? '已提交，等待另一位运营人员确认' : offer ? '套餐已修改' : '套餐已新增')
  }
  return (
    <Sheet
      title={offer ? `修改${offer.packName}` : '新增套餐'}
      width={640}
      onClose={onClose}
      footer={
        weighed ? (
          <>
            <Button onClick={() => setWeighed(null)}>返回修改</Button>
            <Button variant="primary" busy={making.busy === 'save'} onClick={save}>
              {waits ? '提交给第二人' : '确认'}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>取消</Button>
            <Button variant="primary" busy={isWeighing} onClick={weigh}>
              预览
            </Button>
          </>
        )
      }
    >
      <div className="offer-form">
        {weighed ? (
          <>
            <Preview weighed={weighed} isNew={offer === null} />
            <TextArea
              label="原因"
              rows={2}
              maxLength={200}
              hint="留在套餐的版本记录和操作记录中，客户看不到"
              value={typed.reason}
              error={faults['reason']}
              onChange={(event) => change({ reason: event.target.value })}
            />
            {waits && <p className="offer-second">第二人不能是您。等待期间不生效，7天没有人确认则作废。</p>}
          </>
        ) : (
          <OfferFields typed={typed} faults={faults} onChange={change} />
        )}
      </div>
    </Sheet>
  )
}

const Preview = ({ weighed, isNew }: { weighed: Weighed; isNew: boolean }) => (
  <section aria-labelledby="offer-preview">
    <h3 className="h3" id="offer-preview">
      {isNew ? '将新增的内容' : '将改动的内容'}
    </h3>
    <TermLines lines={weighed.lineArray} />
    {!isNew && (
      <p className="muted">
        已提交的订单不变：{weighed.waitingNumber}个待付款的订单仍按提交时的份数、价格和有效期到账。
      </p>
    )}
  </section>
)
