import type { Verdict } from '@moqi/api/file'
import { publicClause, readableDetail } from './signature-facts.ts'

/** What the verifier says, each with its detail if people can read it, and the clause of a standard it rests on. */
export function Remarks({ reasons }: { reasons: Verdict['reasonArray'] }) {
  return (
    <ul className="remark-list">
      {reasons.map(({ code, text, detail, clause }) => (
        <li key={`${code}${detail ?? ''}`}>
          {text}
          {readableDetail(detail) && <span className="muted">（{readableDetail(detail)}）</span>}
          {publicClause(clause) && <span className="small muted">{publicClause(clause)}</span>}
        </li>
      ))}
    </ul>
  )
}
