import type { Visit } from '@moqi/api/embedding'
import { useEffect, useState } from 'react'
import { readPreference, usePreference } from '../../client/preference.ts'
import { knowVisit } from '../../client/visit.ts'
import { SpaceGate } from '../../kit/frame/space-gate.tsx'
import { resetLaunch } from '../../kit/draft/launch-store.ts'
import { useLocation } from '../../router/hooks.ts'
import { Navigate } from '../../router/link.tsx'
import { Outlet } from '../../router/router-view.tsx'
import { tellHost } from './host.ts'
import { LeaveVisit } from './leave-visit.tsx'
import { readPass } from './read-pass.ts'
import { VisitGate } from './visit-gate.tsx'
import { visitGoal } from './visit-goal.ts'
import { VisitRefused } from './visit-refused.tsx'

/** Pages that also open for whoever is signed in, by the contract they name (checklist R49, R50). */
const ofSessions = new Set(['/unifysign/assign', '/unifysign/lauchtask'])

/** Around what integrations open: a visit, begun by its pass; in two pages else the space of whoever is signed in. */
export function VisitPages() {
  const { pathname, search } = useLocation()
  const [{ appId, to }] = useState(readPass)
  const [signedIn] = useState(() => ofSessions.has(pathname) && !new URLSearchParams(search).has('app'))
  if (signedIn) return <SignedIn />
  return <VisitGate>{(visit) => <Visited visit={visit} appId={appId} to={to} />}</VisitGate>
}

function SignedIn() {
  useEffect(() => {
    if (!usePreference.getState().chosen) void readPreference()
  }, [])
  return <SpaceGate />
}

const endings = {
  sent: { title: '发送成功', reason: '各签署方会收到通知，进度可在原来的应用中查看' },
  applied: { title: '已提交用印审批', reason: '审批通过后自动用印，您会收到通知' },
} as const

/** Leads to where the visit belongs, and says so when what it was for is done. */
function Visited({ visit, appId, to }: { visit: Visit; appId: string; to: string | null }) {
  const { pathname, search } = useLocation()
  const [done, setDone] = useState<keyof typeof endings | null>(null)
  const { signId } = visit
  useEffect(() => {
    const end = (how: keyof typeof endings) => () => {
      setDone(how)
      tellHost(how, { signId })
    }
    knowVisit({ onSent: end('sent'), onApplied: end('applied') })
  }, [signId])
  useEffect(() => {
    if (done === 'sent') resetLaunch()
  }, [done])
  if (done) return <VisitRefused {...endings[done]} act={<LeaveVisit />} />
  const goal = visitGoal({ ...visit, appId }, { pathname, search, to })
  return goal === null ? <Outlet /> : <Navigate replace to={goal} />
}
