import '../styles/pages.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { faceRoutes } from 'virtual:face-routes'
import { config } from '../client/config.ts'
import { knowRoutes } from '../client/known-routes.ts'
import { FaceAddress } from './face/face-address.tsx'

/** Shows in `root` what a phone sees of a face verification: without router and queries, for a cheap phone. */
export function showFace(root: HTMLElement) {
  knowRoutes(faceRoutes)
  document.title = `人脸识别 · ${config.brand}`
  createRoot(root).render(
    <StrictMode>
      <FaceAddress />
    </StrictMode>,
  )
}
