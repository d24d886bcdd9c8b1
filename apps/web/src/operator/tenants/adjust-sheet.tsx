import { checkReason } from '@moqi/domain/contract/draft-text'
import { adjustmentText, checkAdjustment } from '@moqi/domain/operators/proposal'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TakenPack } from './taken-pack.tsx'
import type { TenantNumbers } from './use-tenant.ts'

type Way = 'give' | 'take'
type Faults = Partial<Record<string, string>>

/** Proposes 份 to be given, or to be taken back out of a pack, and says what is left then. */
export function AdjustSheet({ tenant, onClose }: { tenant: TenantNumbers; onClose: () => void }) {
  const { tenantId, surplus, look } = tenant
  const [way, setWay] = useState<Way>('give')
  const [number, setNumber] = useState('')
  const [months, setMonths] = useState('12')
  const [packId, setPackId] = useState('')
  const [reason, setReason] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const { busy, decide } = useDecision((field, message) => setFaults({ [field]: message }), onClose)
  const copies = (way === 'give' ? 1 : -1) * Number(number)
  const wish = { copies, packId: packId || null, months: way === 'give' ? Number(months) : null }
  const propose = () => {
    const [what, why] = [checkAdjustment(wish), checkReason(reason)]
    const found = { ...(!what.ok && { copies: what.message }), ...(!why.ok && { reason: why.message }) }
    setFaults(found)
    if (!what.ok || Object.keys(found).length > 0) return
    const sent = {
      tenantId,
      reason,
      copies,
      ...(what.value.packId !== null && { packId: what.value.packId }),
      ...(what.value.months !== null && { months: what.value.months }),
    }
    void decide('propose', () => call('proposeAdjustment', sent), `已提出${adjustmentText(what.value)}，等待另一人同意`)
  }
  return (
    <Sheet
      title="调整份数"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" busy={busy === 'propose'} onClick={propose}>
            提交给第二人
          </Button>
        </>
      }
    >
      <div className="look-form">
        <Segmented
          label="怎样调整"
          options={[
            { value: 'give', label: '增加' },
            { value: 'take', label: '收回' },
          ]}
          value={way}
          onChange={setWay}
        />
        <Facts
          className="part-facts"
          facts={[
            ['现在', `${surplus}份`],
            ['调整后', Number.isInteger(copies) ? `${surplus + copies}份` : '–'],
          ]}
        />
        <Field
          label={way === 'give' ? '增加的份数' : '收回的份数'}
          inputMode="numeric"
          maxLength={6}
          autoComplete="off"
          value={number}
          error={faults.copies}
          onChange={(event) => setNumber(event.target.value.replaceAll(/\D/g, ''))}
        />
        {way === 'give' ? (
          <Field
            label="有效期（月）"
            inputMode="numeric"
            maxLength={2}
            autoComplete="off"
            value={months}
            onChange={(event) => setMonths(event.target.value.replaceAll(/\D/g, ''))}
          />
        ) : (
          <TakenPack tenantId={tenantId} isLooking={look !== null} packId={packId} onChange={setPackId} />
        )}
        <TextArea
          label="依据（写入客户的账单）"
          rows={2}
          maxLength={200}
          hint="如：订单DD20260311-0087已到账未入账"
          value={reason}
          error={faults.reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <p className="freeze-second">第二人不能是您。同意之前份数不变，7天没有人同意则作废。</p>
      </div>
    </Sheet>
  )
}
