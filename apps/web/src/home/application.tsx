import '../styles/pages.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { callRoutes } from 'virtual:call-routes'
import { knowRoutes } from '../client/known-routes.ts'
import { queryClient } from '../client/query-client.ts'
import { useSpace } from '../client/space-store.ts'
import { makeRouter } from './router/router.tsx'

/** Shows the application in `root`. */
export function showApplication(root: HTMLElement) {
  knowRoutes(callRoutes)
  // Somebody signed in anew in another tab: what this one shows may belong to another account.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === 'token' && newValue && useSpace.getState().current) location.reload()
  })
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={makeRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
