import type { TermChange } from '@moqi/domain/orders/offer-terms'
import { ArrowRight } from 'lucide-react'

/** What a change of an offer comes to, line by line. */
export const TermLines = ({ lines }: { lines: readonly TermChange[] }) => (
  <dl className="offer-lines">
    {lines.map(({ label, before, after }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>
          {before !== null && (
            <>
              <span className="muted">{before}</span>
              <ArrowRight size={14} role="img" aria-label="改为" />
            </>
          )}
          <b>{after}</b>
        </dd>
      </div>
    ))}
  </dl>
)
