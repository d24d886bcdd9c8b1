import type { ContractRow } from '../contract/contract-row.ts'
import './found-text.css'

/** The sentence in which a contract's files say what was searched for, the words marked. */
export function FoundText({ found: { before, match, after } }: { found: NonNullable<ContractRow['foundText']> }) {
  return (
    <span className="found-text" title={before + match + after}>
      {before}
      <mark>{match}</mark>
      {after}
    </span>
  )
}
