import type { Look } from '@moqi/api/tenant'
import { lookParts } from '@moqi/domain/operators/look-rules'
import { formatDate } from '@moqi/domain/time/format-date'
import { ExportButton } from '../../kit/operator/export-button.tsx'

const partsOf = ({ partArray }: Look) => partArray.map((part) => lookParts[part]).join('、') || '没有打开任何一项'

/** Who has looked into the space, why, and at what; taken along as a whole. */
export const LookRecords = ({ tenantId, looks }: { tenantId: string; looks: readonly Look[] }) => (
  <section className="card look-records" aria-labelledby="look-records">
    <div className="row">
      <h2 id="look-records" className="h2">
        查看记录
      </h2>
      <span className="small muted">最近20次，客户也看得到</span>
      <span className="look-take">
        <ExportButton list="looks" more={{ tenantId }} />
      </span>
    </div>
    {looks.length === 0 ? (
      <p className="muted">还没有人查看过</p>
    ) : (
      <ol>
        {looks.map((look) => (
          <li key={look.lookId}>
            <b className="tenant-word">{look.operatorName}</b>
            <span className="num muted">{formatDate(look.startTime)}</span>
            <span className="tenant-word">
              {look.reason}
              {look.ticket && <span className="small muted">　{look.ticket}</span>}
            </span>
            <span className="muted">{partsOf(look)}</span>
          </li>
        ))}
      </ol>
    )}
  </section>
)
