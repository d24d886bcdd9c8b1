import './space-badge.css'

/** A space at a glance: square for a company, round for a person, `size` px, its most telling character inside. */
export function SpaceBadge({ name, kind, size = 24 }: { name: string; kind: 'company' | 'person'; size?: number }) {
  // A Chinese company name starts with its place (杭州拾光…); the third character tells companies apart.
  const letter = kind === 'company' && name.length > 4 ? name.slice(2, 3) : name.slice(0, 1)
  return (
    <span
      className={`space-badge ${kind}`}
      style={{ width: size, height: size, fontSize: size * 0.5 }}
      aria-hidden="true"
    >
      {letter}
    </span>
  )
}
