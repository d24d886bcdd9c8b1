import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../router/link.tsx'
import './wizard-frame.css'

type TaskFrameProps = {
  /** Where leaving leads to, and how that is called. */
  back: { to: string; label: string }
  title: string
  note?: string
  actions?: ReactNode
  /** The content brings its own scrolling and padding. */
  flush?: boolean
  children: ReactNode
}

/** One task on a page of its own: leave at left, what it is, move on at right, on a phone at the foot. */
export function TaskFrame({ back, title, note, actions, flush = false, children }: TaskFrameProps) {
  return (
    <div className="wizard task">
      <header className="wizard-head">
        <div className="wizard-back">
          <Link to={back.to} aria-label={back.label}>
            <ArrowLeft size={20} />
          </Link>
          <span className="wizard-name">
            <h1 className="clip">{title}</h1>
            {note && <span className="small muted clip">{note}</span>}
          </span>
        </div>
        {actions && <div className="wizard-acts">{actions}</div>}
      </header>
      <main className={flush ? 'wizard-main flush' : 'wizard-main'}>{children}</main>
    </div>
  )
}
