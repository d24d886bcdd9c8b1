import type { PlatformLine } from '@moqi/api/tenant'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { checkTicket, lookDetail, platformVerbs } from '@moqi/domain/operators/look-rules'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { PlatformLines } from '../../kit/platform-log/platform-lines.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { TenantNumbers } from './use-tenant.ts'

type Faults = { reason?: string; ticket?: string }

/** Why one wants to look, above the very lines that the space will read of it. */
export function LookSheet({ tenant, onClose }: { tenant: TenantNumbers; onClose: () => void }) {
  const { tenantId, spaceName, operatorNumber } = tenant
  const [reason, setReason] = useState('')
  const [ticket, setTicket] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  const now = useNow()
  const { busy, decide } = useDecision((field, message) => setFaults({ [field]: message }), onClose)
  const open = () => {
    const [why, number] = [checkReason(reason), checkTicket(ticket)]
    const found = { ...(!why.ok && { reason: why.message }), ...(!number.ok && { ticket: number.message }) }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    void decide('open', () => call('openLook', { tenantId, reason, ticket }), '已开始查看，30分钟后自动结束')
  }
  const line = (logId: string, label: string, detail: string): PlatformLine => ({
    logId,
    time: now,
    who: operatorNumber,
    label,
    detail,
  })
  return (
    <Sheet
      title="为什么要看？"
      width={640}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" busy={busy === 'open'} onClick={open}>
            <Eye size={16} />
            查看30分钟
          </Button>
        </>
      }
    >
      <div className="look-form">
        <p className="tenant-word">{spaceName}的管理员会马上收到通知。</p>
        <TextArea
          label="原因"
          rows={2}
          maxLength={200}
          hint="原样给客户看，如：客户说昨天购买的100份没有到账，需核对份数明细"
          value={reason}
          error={faults.reason}
          onChange={(event) => {
            setReason(event.target.value)
            setFaults({})
          }}
        />
        <Field
          label="工单号（没有可不填）"
          maxLength={40}
          autoComplete="off"
          value={ticket}
          error={faults.ticket}
          onChange={(event) => setTicket(event.target.value)}
        />
        <section className="look-preview" aria-labelledby="look-preview">
          <h3 id="look-preview" className="small muted">
            客户会在“平台查看记录”中看到
          </h3>
          <PlatformLines
            lines={[
              line('see', platformVerbs.seePart, '您打开的每一项'),
              line('open', platformVerbs.openLook, lookDetail({ reason: reason.trim() || '…', ticket })),
            ]}
          />
        </section>
      </div>
    </Sheet>
  )
}
