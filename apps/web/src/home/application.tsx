import '../styles/pages.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { firstRoutes } from 'virtual:first-routes'
import { knowRoutes } from '../client/known-routes.ts'
import { queryClient } from '../client/query-client.ts'
import { useSpace } from '../client/space-store.ts'
import { RouterView } from '../router/router-view.tsx'
import { whenAtRest } from '../ui/later.tsx'
import { Waiting } from '../ui/waiting.tsx'
import { FaultPage } from '../kit/refusals/fault-page.tsx'
import { makeOwnRouter } from './router/own-router.ts'
import { Root } from './router/root.tsx'

const loadFurther = async () => (await import('virtual:further-routes')).furtherRoutes

/** Shows the application in `root`. */
export function showApplication(root: HTMLElement) {
  knowRoutes(firstRoutes, whenAtRest(loadFurther))
  // Somebody signed in anew in another tab: what this one shows may belong to another account.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'token' && newValue && useSpace.getState().current) location.reload()
  })
  const shown = createRoot(root)
  // In pieces, as nobody waits for this more than for what a finger does meanwhile.
  startTransition(() =>
    shown.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterView router={makeOwnRouter()} waiting={<Waiting title="正在进入" />} Fault={FaultPage} Frame={Root} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  )
}
