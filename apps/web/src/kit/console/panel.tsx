import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import './panel.css'

type PanelProps = { title: string; note?: string | undefined; acts?: ReactNode; flush?: boolean; children: ReactNode }

/** A card of the console with its heading; what is `flush` reaches its edges. */
export function Panel({ title, note, acts, flush = false, children }: PanelProps) {
  const heading = useId()
  return (
    <section className="card con-panel" aria-labelledby={heading}>
      <div className="con-panel-head">
        <h2 id={heading} className="h2">
          {title}
        </h2>
        {note && <span className="muted small">{note}</span>}
        {acts && <span className="con-panel-acts">{acts}</span>}
      </div>
      {flush ? children : <div className="con-panel-body">{children}</div>}
    </section>
  )
}

const icons = { blue: Info, green: CircleCheck, seal: CircleAlert }

/** What one should know before going on. */
export function Note({ tone, title, children }: { tone: keyof typeof icons; title?: string; children: ReactNode }) {
  const Icon = icons[tone]
  return (
    <div className={`con-note con-note-${tone}`}>
      <Icon size={20} />
      <p>
        {title && <b>{title}</b>}
        {children}
      </p>
    </div>
  )
}
