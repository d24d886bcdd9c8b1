import type { SignDetail } from '@moqi/api/task'
import { formatDate } from '@moqi/domain/time/format-date'

/** Of which company somebody acted: a name in the log is a person's alone. */
function companyOf(who: string, { initiatorName, signerArray }: SignDetail): string {
  const [initiator, company] = initiatorName.split('/')
  if (who === initiator && company) return company
  return signerArray.find(({ signerName }) => signerName === who)?.companyName ?? ''
}

/** What else a line tells: with its sending, who gets a copy. */
function noteOf({ verb, detail }: SignDetail['logArray'][number], { ccArray }: SignDetail): string {
  const copies = ccArray.filter(({ when }) => when === 'send').map(({ name }) => name)
  const copied = verb === 'send' && copies.length > 0 ? `抄送 ${copies.join('、')}` : ''
  return [detail, copied].filter(Boolean).join('，')
}

/** What happened to the contract, newest first: who, of which company, did what, when (domain.md 7.3). */
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
                <span>{[...entry.who.split('/'), companyOf(entry.who, detail)].filter(Boolean).join('　')}</span>
                <b>{entry.label}</b>
              </p>
              {noteOf(entry, detail) && <p className="small muted">{noteOf(entry, detail)}</p>}
            </div>
          </li>
        ))}
    </ol>
  )
}
