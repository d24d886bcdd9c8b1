import type { Verdict } from '@moqi/api/file'
import { readableDetail } from './signature-facts.ts'

/** What the verifier says, each with its detail if people can read it, and the clause it rests on. */
export function Remarks({ reasons }: { reasons: Verdict['reasonArray'] }) {
  return (
    <ul className="remark-list">
      {reasons.map(({ code, text, detail, clause }) => (
        <li key={`${code}${detail ?? ''}`}>
          {text}
          {readableDetail(detail) && <span className="muted">（{readableDetail(detail)}）</span>}
          <span className="small muted">{clause}</span>
        </li>
      ))}
    </ul>
  )
}
