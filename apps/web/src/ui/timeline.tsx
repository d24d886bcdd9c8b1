import type { ReactNode } from 'react'
import './timeline.css'

/** One event; `at` is text ready to show. */
export type TimelineStep = {
  id: string
  state: 'done' | 'now' | 'next'
  title: ReactNode
  at?: string | undefined
  children?: ReactNode
}

/** What happened, what is happening, what comes: one line down the page. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className="timeline">
      {steps.map((step) => (
        <li key={step.id} className={step.state}>
          <i aria-hidden="true" />
          <div>
            <div className="spread">
              <span className="timeline-title">{step.title}</span>
              {step.at && <time className="small muted">{step.at}</time>}
            </div>
            {step.children}
          </div>
        </li>
      ))}
    </ol>
  )
}
