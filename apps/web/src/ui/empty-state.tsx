import type { ReactNode } from 'react'
import './empty-state.css'

/** An empty sheet of ruled paper, one sentence, one way on. */
export function EmptyState({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <svg width="132" height="104" viewBox="0 0 132 104" fill="none" aria-hidden="true">
        <path
          d="M38 14.5h58a2 2 0 0 1 2 2v69a2 2 0 0 1-2 2H38a2 2 0 0 1-2-2v-69a2 2 0 0 1 2-2Z"
          fill="#fff"
          stroke="#d5d2ca"
        />
        {[46, 54, 62, 70, 78, 86].map((x) => (
          <path key={x} d={`M${x + 0.5} 24v54`} stroke="#f0cfc8" />
        ))}
        <rect x="41.5" y="20.5" width="51" height="61" stroke="#e9e7e1" />
        <rect x="84" y="68" width="22" height="22" rx="4" fill="#faf9f6" stroke="#c3311f" strokeDasharray="2.5 2.5" />
        <path d="M18 95.500h96" stroke="#e9e7e1" strokeLinecap="round" />
      </svg>
      <p className="empty-title">{title}</p>
      {hint && <p className="muted">{hint}</p>}
      {children && <div className="empty-act">{children}</div>}
    </div>
  )
}
