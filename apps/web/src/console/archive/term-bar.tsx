import type { Filing } from '@moqi/api/filing'

/** A term as a bar with its words: ochre soon, cinnabar past. */
export function TermBar({ filing: { beginDate, endDate, term } }: { filing: Filing }) {
  const { termState, part, words } = term
  if (termState === 'none' && beginDate === '') return <span className="arc-term muted">{words}</span>
  return (
    <span className={`arc-term arc-${termState}`}>
      <span className="num">
        {beginDate || '—'} 至 {endDate || '—'}
      </span>
      <span className="arc-bar-line" role="img" aria-label={`期限已过 ${part}%`}>
        <i style={{ width: `${part}%` }} />
      </span>
      <span className="small">{words}</span>
    </span>
  )
}
