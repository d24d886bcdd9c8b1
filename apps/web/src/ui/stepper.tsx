import { Check } from 'lucide-react'
import { Fragment } from 'react'
import './stepper.css'

/** Numbered steps in one line, `current` from 0; where that is too long only the current one and its count. */
export function Stepper({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <>
      <ol className="stepper from-laptop" aria-label="步骤">
        {steps.map((step, index) => (
          <Fragment key={step}>
            {index > 0 && <li className="stepper-line" aria-hidden="true" />}
            <li
              className={index < current ? 'done' : index === current ? 'now' : ''}
              aria-current={index === current ? 'step' : undefined}
            >
              <i>{index < current ? <Check size={14} strokeWidth={2.5} /> : index + 1}</i>
              {step}
            </li>
          </Fragment>
        ))}
      </ol>
      <p className="below-laptop stepper-phone">
        <b>{steps[current]}</b>
        <span className="muted">
          {' '}
          {current + 1} / {steps.length}
        </span>
      </p>
    </>
  )
}
