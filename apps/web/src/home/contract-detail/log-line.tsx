import type { SignDetail } from '@moqi/api/task'
import { formatDate } from '@moqi/domain/time/format-date'
import { logLines } from './log-lines.ts'
import { useDeliveries } from './use-deliveries.ts'

/** What happened to the contract, newest first; for its initiator also who was written to. */
export function LogLine({ detail }: { detail: SignDetail }) {
  const { data } = useDeliveries(detail.signId, detail.initiateUser === 'yes' && detail.initiateTime !== null)
  const lines = logLines(detail, data?.deliveryArray ?? [])
  if (lines.length === 0) return <p className="muted">还没有操作记录</p>
  return (
    <ol className="log">
      {lines.map(({ key, time, who, did, note }) => (
        <li key={key}>
          <time className="num small muted">{formatDate(time)}</time>
          <div>
            <p>
              <span>{who}</span>
              <b>{did}</b>
            </p>
            {note && <p className="small muted">{note}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}
