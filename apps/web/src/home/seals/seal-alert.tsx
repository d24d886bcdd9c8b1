import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { sealAlerts } from '@moqi/domain/seals/seal-watch'
import { formatDate } from '@moqi/domain/time/format-date'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FreezeSheet } from './freeze-sheet.tsx'
import './freeze-banner.css'

type Alert = NonNullable<Output<Table['getCompanySeal']>['alert']>

/** Above a seal that was used unusually; who manages seals freezes all of them from here. */
export function SealAlert({ alert, manages }: { alert: Alert; manages: boolean }) {
  const [asking, ask] = useState(false)
  const { time, who, sealAlert } = alert
  return (
    <section className="freeze-banner" role="status">
      <TriangleAlert size={20} aria-hidden="true" />
      <p>
        <b>{sealAlerts[sealAlert]}</b>
        <span>
          {who}，{formatDate(time, '{y}-{m}-{d} {h}:{i}')}。请在用印登记中核实；如非本企业用印，请立即冻结。
        </span>
      </p>
      {manages && <Button onClick={() => ask(true)}>冻结全部印章</Button>}
      {asking && <FreezeSheet deed="freezeSeals" onClose={() => ask(false)} />}
    </section>
  )
}
