import { ArrowLeft, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../router/link.tsx'
import { Stepper } from './stepper.tsx'
import './wizard-frame.css'

type WizardFrameProps = {
  steps: readonly string[]
  /** From 0. */
  current: number
  /** Where leaving leads to, or what it does, and how that is called. */
  back: { label: string } & ({ to: string } | { leave: () => void })
  name: string
  status: string
  actions: ReactNode
  /** The content brings its own scrolling and padding. */
  flush?: boolean
  children: ReactNode
}

/** A task of several steps: leave at left, steps in the middle, save and move on at right. */
export function WizardFrame({ steps, current, back, name, status, actions, flush, children }: WizardFrameProps) {
  return (
    <div className="wizard">
      <header className="wizard-head">
        <div className="wizard-back">
          {'to' in back ? (
            <Link to={back.to} aria-label={back.label}>
              <ArrowLeft size={20} />
            </Link>
          ) : (
            <button type="button" className="icon-btn" aria-label={back.label} onClick={back.leave}>
              <X size={20} />
            </button>
          )}
          <span className="wizard-name only-desktop">
            <b className="clip">{name}</b>
            <span className="small muted clip" role="status">
              {status}
            </span>
          </span>
        </div>
        <Stepper steps={steps} current={current} />
        <div className="wizard-acts">{actions}</div>
      </header>
      <main className={flush ? 'wizard-main flush' : 'wizard-main'}>{children}</main>
    </div>
  )
}
