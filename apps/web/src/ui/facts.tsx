import type { ReactNode } from 'react'

type FactsProps = {
  facts: readonly (readonly [label: string, value: ReactNode])[]
  className?: string
  /** A long value is cut at the end of its line. */
  clip?: boolean
}

/** What is known of something, each with its label. */
export function Facts({ facts, className, clip = false }: FactsProps) {
  return (
    <dl className={className}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={clip ? 'clip' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
