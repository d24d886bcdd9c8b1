import { useState } from 'react'
import { FacePage } from './face-page.tsx'
import { FaceReturn } from './face-return.tsx'
import { FaceTrial } from './face-trial.tsx'
import './face.css'

/** The page of a phone's address: the code's, the demonstration's camera, and where a gateway sends back to. */
export function FaceAddress() {
  const [{ pathname, search }] = useState(() => ({ pathname: location.pathname, search: location.search }))
  const said = (name: string) => (new URLSearchParams(search).get(name) ?? '').slice(0, 64)
  if (/\/face\/trial\/?$/.test(pathname)) return <FaceTrial authid={said('authid')} />
  if (/\/auth(?:Success|Failed)\/?$/.test(pathname)) return <FaceReturn authid={said('authid')} />
  return <FacePage ticket={said('ticket')} />
}
