import { Skeleton } from '../../ui/skeleton.tsx'

/** The list while it is read, in the size it will have: rows of 61 px on a desktop, cards on a phone. */
export function ListSkeleton({ rows }: { rows: number }) {
  return (
    <div role="status" aria-label="正在加载" aria-busy="true">
      <div className="card list-table from-laptop" aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="skeleton-row">
            {Array.from({ length: 6 }, (_cell, cell) => (
              <Skeleton key={cell} height={14} />
            ))}
          </div>
        ))}
      </div>
      <div className="list-cards below-laptop" aria-hidden="true">
        {[0, 1, 2, 3].map((card) => (
          <div key={card} className="list-card">
            <Skeleton rows={4} height={16} />
          </div>
        ))}
      </div>
    </div>
  )
}
