import { useEffect, useRef, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { randomKey } from '../../client/request.ts'
import { queryClient } from '../../client/query-client.ts'
import { useVisit } from '../../client/visit.ts'
import { useNavigate, useSearchParams } from '../../router/hooks.ts'
import { success, warn } from '../../ui/toast-store.ts'
import type { LaunchDraft } from '../../kit/draft/draft.ts'
import { resetLaunch, useLaunch } from '../../kit/draft/launch-store.ts'
import { PlacingStep } from '../../kit/placing/placing-step.tsx'
import { saveLaunch } from '../../kit/draft/save-launch.ts'
import { usePlacing } from '../../kit/placing/use-placing.ts'
import { ConfirmStep } from './confirm-step.tsx'
import { LaunchFrame } from './launch-frame.tsx'
import { LaunchGate } from './launch-gate.tsx'
import { placingFault } from '../../kit/placing/placing-faults.ts'
import { useLaunchSteps } from './use-launch-steps.ts'

/** /set-temp-control: the wizard's last two steps, 指定签署位置 and 确认发送, of one contract (checklist R25). */
export function SetTempControlPage() {
  const [query] = useSearchParams()
  const steps = useLaunchSteps()
  const unnamed = !query.has('signId')
  useEffect(() => {
    // There is nothing to place areas on without a draft.
    if (unnamed) steps.to('upload')
  }, [unnamed, steps])
  if (unnamed) return null
  const confirming = query.get('step') === 'confirm'
  return (
    <LaunchGate step={confirming ? 3 : 2}>
      {(draft) => (confirming ? <Confirm draft={draft} /> : <Place draft={draft} />)}
    </LaunchGate>
  )
}

function Place({ draft }: { draft: LaunchDraft }) {
  const placesOnly = useVisit(({ visit }) => visit?.placesOnly)
  const steps = useLaunchSteps()
  const placing = usePlacing(draft)
  const onNext = async () => {
    const fault = placingFault(draft, placing.areas)
    if (!fault) {
      if (await saveLaunch()) steps.to('confirm')
      return
    }
    warn(fault.message)
    placing.showFault(fault)
  }
  const onBack = async () => {
    if (await saveLaunch()) steps.to('parties')
  }
  return (
    <LaunchFrame step={2} next="下一步" onNext={onNext} {...(!placesOnly && { onBack: () => void onBack() })} flush>
      <PlacingStep draft={draft} placing={placing} />
    </LaunchFrame>
  )
}

function Confirm({ draft }: { draft: LaunchDraft }) {
  const steps = useLaunchSteps()
  const navigate = useNavigate()
  const areas = useLaunch((state) => state.places.present)
  const sent = useRef(false)
  // One key however often it is tried: an answer that got lost is given again, and nothing is sent twice.
  const [key] = useState(randomKey)
  // Only once this page has gone: without a draft it would ask the server for one.
  useEffect(
    () => () => {
      if (sent.current) resetLaunch()
    },
    [],
  )
  const onNext = async () => {
    if (draft.signId === null || !(await saveLaunch())) return
    try {
      await call('sendTask', { signId: draft.signId }, { key })
    } catch (error) {
      if (error instanceof CallRefusal) warn(error.message)
      return
    }
    const { visit } = useVisit.getState()
    if (visit) return visit.onSent?.()
    success('发送成功')
    sent.current = true
    void queryClient.invalidateQueries()
    await navigate(`/temp-info?signId=${encodeURIComponent(draft.signId)}&taskType=normal`, { replace: true })
  }
  return (
    <LaunchFrame step={3} next="发送" onNext={onNext} onBack={() => steps.to('placing')}>
      <ConfirmStep draft={draft} areas={areas} onChange={steps.to} />
    </LaunchFrame>
  )
}
