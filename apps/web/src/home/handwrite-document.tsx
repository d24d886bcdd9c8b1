import '../styles/pages.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { handwriteRoutes } from 'virtual:handwrite-routes'
import { config } from '../client/config.ts'
import { knowRoutes } from '../client/known-routes.ts'
import { HandwriteAddress } from './handwrite/handwrite-address.tsx'

/** Shows in `root` what a phone writes on: without router and queries, for a cheap phone in a poor network. */
export function showHandwrite(root: HTMLElement) {
  knowRoutes(handwriteRoutes)
  document.title = `手写签名 · ${config.brand}`
  createRoot(root).render(
    <StrictMode>
      <HandwriteAddress />
    </StrictMode>,
  )
}
