import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { queryClient } from './client/query-client.ts'
import { dropStaleToken } from './client/session.ts'
import { useSpace } from './client/space-store.ts'
import { makeRouter } from './home/router/router.tsx'
import './styles/tokens.css'
import './styles/base.css'

dropStaleToken()
// Somebody signed in anew in another tab: what this one shows may belong to another account.
addEventListener('storage', ({ key, newValue }) => {
  if (key === 'token' && newValue && useSpace.getState().current) location.reload()
})

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={makeRouter()} />
    </QueryClientProvider>
  </StrictMode>,
)
