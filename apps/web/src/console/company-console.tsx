import '../styles/pages.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { callRoutes } from 'virtual:call-routes'
import { knowRoutes } from '../client/known-routes.ts'
import { readPreference } from '../client/preference.ts'
import { queryClient } from '../client/query-client.ts'
import { isSignedIn } from '../client/session.ts'
import { useSpace } from '../client/space-store.ts'
import { SpaceGate } from '../kit/frame/space-gate.tsx'
import { FaultPage } from '../kit/refusals/fault-page.tsx'
import { page } from '../router/chunk.ts'
import { leaveWith } from '../router/leave.ts'
import type { Route } from '../router/route.ts'
import { makeRouter, type Router } from '../router/router.ts'
import { RouterView } from '../router/router-view.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { ConsoleFrame } from './frame/console-frame.tsx'
import { ConsoleRoot } from './frame/console-root.tsx'
import { OverviewPage } from './overview/overview-page.tsx'

const base = '/console/'

const overview = { handle: { title: '概览' }, Component: OverviewPage }

const securityPage = page(
  () => import('./security/security-page.tsx'),
  (m) => m.SecurityPage,
)
const signInsPage = page(
  () => import('./security/sign-ins-page.tsx'),
  (m) => m.SignInsPage,
)
const archive = async () => ({ Component: (await import('./archive/archive-page.tsx')).ArchivePage })

const contracts = async () => ({ Component: (await import('./contracts/contracts-page.tsx')).ContractsPage })

const routes: Route[] = [
  {
    Component: SpaceGate,
    children: [
      {
        Component: ConsoleFrame,
        children: [
          { path: '/', ...overview },
          { path: '/security', handle: { title: '企业安全' }, lazy: securityPage },
          { path: '/security/sign-ins', handle: { title: '登录记录' }, lazy: signInsPage },
          { path: '/contracts', handle: { title: '企业合同' }, lazy: contracts },
          { path: '/archive', handle: { title: '合同归档' }, lazy: archive },
          {
            path: '/members',
            handle: { title: '批量管理成员' },
            lazy: async () => ({ Component: (await import('./members/members-page.tsx')).MembersPage }),
          },
          {
            path: '/group',
            handle: { title: '集团' },
            lazy: async () => ({ Component: (await import('./group/group-page.tsx')).GroupPage }),
          },
          {
            path: '/roles',
            handle: { title: '角色与权限' },
            lazy: async () => ({ Component: (await import('./roles/roles-page.tsx')).RolesPage }),
          },
          {
            path: '/export',
            handle: { title: '数据导出' },
            lazy: async () => ({ Component: (await import('./export/export-page.tsx')).ExportPage }),
          },
          {
            path: '/close',
            handle: { title: '注销企业' },
            lazy: async () => ({ Component: (await import('./close/close-page.tsx')).ClosePage }),
          },
          { path: '*', ...overview },
        ],
      },
    ],
  },
]

function makeConsoleRouter(): Router {
  if (`${location.pathname}/` === base) history.replaceState(null, '', base)
  const router = makeRouter({ base, routes, guard: () => null })
  leaveWith(base, (path) => void router.go(path))
  return router
}

/** Shows in `root` the room in which a company is run, with the session of the application. */
export function showCompanyConsole(root: HTMLElement) {
  if (!isSignedIn()) return location.replace('/home/login')
  knowRoutes(callRoutes)
  // Says in which of several spaces one begins.
  void readPreference()
  // Somebody signed in anew in another tab: what this one shows may belong to another account.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'token' && newValue && useSpace.getState().current) location.reload()
  })
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterView
          router={makeConsoleRouter()}
          waiting={<Waiting title="正在进入" />}
          Fault={FaultPage}
          Frame={ConsoleRoot}
        />
      </QueryClientProvider>
    </StrictMode>,
  )
}
