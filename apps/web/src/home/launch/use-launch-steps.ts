import { useLocation, useNavigate } from '../../router/hooks.ts'
import { useVisit } from '../../client/visit.ts'
import { useLaunch } from '../../kit/draft/launch-store.ts'
import { keptInMemory } from './use-launch-draft.ts'

/** The four steps as they stand in the address. */
export type LaunchStep = 'upload' | 'parties' | 'placing' | 'confirm'

/** Where an integration opened the wizard it has addresses of its own (checklist R46, R50). */
const visitPaths = { '/temp-create': '/unifysign/launch', '/set-temp-control': '/unifysign/lauchtask' }

const paths: Record<LaunchStep, { path: keyof typeof visitPaths; step: string | null }> = {
  upload: { path: '/temp-create', step: null },
  parties: { path: '/temp-create', step: 'parties' },
  placing: { path: '/set-temp-control', step: null },
  confirm: { path: '/set-temp-control', step: 'confirm' },
}

/** The address of a step (checklist R24, R25), keeping where the wizard leads back to. */
function stepAddress(step: LaunchStep, signId: string | null, from: string | null): string {
  const query = new URLSearchParams()
  if (signId !== null) query.set('signId', signId)
  const target = paths[step]
  if (target.step !== null) query.set('step', target.step)
  if (from !== null) query.set('from', from)
  const { visit } = useVisit.getState()
  if (!visit) return `${target.path}?${query}`
  query.set('app', visit.appId ?? '')
  return `${visitPaths[target.path]}?${query}`
}

/** Goes to a step with the draft in memory, or writes the draft's name into the address. */
export function useLaunchSteps(): { to: (step: LaunchStep) => void; name: () => void } {
  const navigate = useNavigate()
  const { search } = useLocation()
  const address = (step: LaunchStep) =>
    stepAddress(step, useLaunch.getState().draft?.signId ?? null, new URLSearchParams(search).get('from'))
  return {
    to: (step) => void navigate(address(step), { state: keptInMemory }),
    name: () => void navigate(address('upload'), { replace: true, state: keptInMemory }),
  }
}
