import './skeleton.css'

/** Grey bars in the place of what is being read: `rows` of `height` px. The region around it should say `aria-busy`. */
export function Skeleton({ rows = 1, height = 16 }: { rows?: number; height?: number }) {
  return (
    <div className="skeleton" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <i key={row} style={{ height }} />
      ))}
    </div>
  )
}
