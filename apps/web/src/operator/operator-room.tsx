import '../styles/pages.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { operatorRoutes } from 'virtual:operator-routes'
import { knowRoutes } from '../client/known-routes.ts'
import { operatorToken } from '../client/operator-session.ts'
import { queryClient } from '../client/query-client.ts'
import { FaultPage } from '../kit/refusals/fault-page.tsx'
import { leaveWith } from '../router/leave.ts'
import type { Place, Route } from '../router/route.ts'
import { type Elsewhere, makeRouter, type Router } from '../router/router.ts'
import { RouterView } from '../router/router-view.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { EnrolPage } from './enrolment/enrol-page.tsx'
import { RecordPage } from './record/record-page.tsx'
import { OperatorRoot } from './operator-root.tsx'
import { ReviewsPage } from './reviews/reviews-page.tsx'
import { SignInPage } from './sign-in/sign-in-page.tsx'
import { TransfersPage } from './transfers/transfers-page.tsx'

const base = '/operator/'

const routes: Route[] = [
  { path: '/', Component: TransfersPage, handle: { title: '对公转账' } },
  { path: '/reviews', Component: ReviewsPage, handle: { title: '实名审核' } },
  { path: '/record', Component: RecordPage, handle: { title: '操作记录' } },
  { path: '/sign-in', Component: SignInPage, handle: { title: '登录' } },
  { path: '/enrol', Component: EnrolPage, handle: { title: '启用账号' } },
  { path: '*', Component: TransfersPage, handle: { title: '对公转账' } },
]

const open = new Set(['/sign-in', '/enrol'])

/** Behind the sign-in is everything but the ways in. */
function guard({ pathname }: Place): Elsewhere | null {
  const isIn = operatorToken() !== null
  if (!isIn && !open.has(pathname)) return { to: '/sign-in' }
  return isIn && pathname === '/sign-in' ? { to: '/' } : null
}

function makeOperatorRouter(): Router {
  if (`${location.pathname}/` === base) history.replaceState(null, '', base)
  const router = makeRouter({ base, routes, guard })
  leaveWith(base, (path) => void router.go(path))
  return router
}

/** Shows in `root` the room of those who run the platform. */
export function showOperatorRoom(root: HTMLElement) {
  knowRoutes(operatorRoutes)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterView
          router={makeOperatorRouter()}
          waiting={<Waiting title="正在进入" />}
          Fault={FaultPage}
          Frame={OperatorRoot}
        />
      </QueryClientProvider>
    </StrictMode>,
  )
}
