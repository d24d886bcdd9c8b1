import type { SignDetail } from '@moqi/api/task'
import { formatDate } from '@moqi/domain/time/format-date'

/** What happened to the contract, newest first: verb, who, when (domain.md 7.3). */
export function LogLine({ detail }: { detail: SignDetail }) {
  if (detail.logArray.length === 0) return <p className="muted">还没有操作记录</p>
  return (
    <ol className="log">
      {detail.logArray
        .toSorted((a, b) => b.time - a.time)
        .map((entry) => (
          <li key={`${entry.time}${entry.verb}${entry.who}`}>
            <time className="num small muted">{formatDate(entry.time)}</time>
            <div>
              <p>
                <b>{entry.label}</b>
                <span>{entry.who.split('/').join('　')}</span>
              </p>
              {entry.detail && <p className="small muted">{entry.detail}</p>}
            </div>
          </li>
        ))}
    </ol>
  )
}
