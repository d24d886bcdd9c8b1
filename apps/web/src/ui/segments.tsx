import { Link } from '../router/link.tsx'
import './segments.css'

/** One part of a page with an address of its own. */
export type Segment = { key: string; label: string; count?: number | undefined; to: string }

/** The parts of a page side by side, one of them open. */
export function Segments({ label, segments, current }: { label: string; segments: Segment[]; current: string }) {
  return (
    <nav className="segments" aria-label={label}>
      {segments.map(({ key, label: text, count, to }) => (
        <Link key={key} to={to} replace aria-current={key === current ? 'page' : undefined}>
          {text}
          {count !== undefined && <span className="num">{count}</span>}
        </Link>
      ))}
    </nav>
  )
}
