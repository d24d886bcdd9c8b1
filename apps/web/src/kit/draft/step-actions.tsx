import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import './step-actions.css'

type StepActionsProps = {
  onSave: () => Promise<void>
  onBack: (() => void) | undefined
  /** What the way on is called. */
  next: string
  /** Resolves when the step has been taken or refused; the button waits. */
  onNext: () => Promise<void>
}

/** What one may do at a step of making a contract or a template: save, back, on. */
export function StepActions({ onSave, onBack, next, onNext }: StepActionsProps) {
  const [moving, setMoving] = useState(false)
  const moveOn = () => {
    setMoving(true)
    void onNext().finally(() => setMoving(false))
  }
  return (
    <>
      <Button variant="quiet" className="step-save" onClick={() => void onSave()}>
        保存草稿
      </Button>
      {onBack && <Button onClick={onBack}>上一步</Button>}
      <Button variant="primary" busy={moving} onClick={moveOn}>
        {next}
      </Button>
    </>
  )
}
