import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { formatDate } from '@moqi/domain/time/format-date'
import { Snowflake } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import './freeze-banner.css'

type Freeze = NonNullable<Output<Table['listCompanySeal']>['freeze']>

/** Above the list while no seal of the company signs; without `onThaw` it only says so. */
export function FreezeBanner({ freeze, onThaw }: { freeze: Freeze; onThaw: (() => void) | null }) {
  const { who, time, reason } = freeze
  return (
    <section className="freeze-banner" role="status">
      <Snowflake size={20} aria-hidden="true" />
      <p>
        <b>全部企业印章已冻结，暂时不能用于签署。</b>
        <span>
          {who}于{formatDate(time, '{y}-{m}-{d} {h}:{i}')}冻结：{reason}
        </span>
      </p>
      {onThaw && <Button onClick={onThaw}>解除冻结</Button>}
    </section>
  )
}
