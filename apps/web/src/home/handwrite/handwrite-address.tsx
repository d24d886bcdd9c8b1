import { useState } from 'react'
import { HandwritePage } from './handwrite-page.tsx'
import { HandwriteSuccess } from './handwrite-success.tsx'

/** The page of a phone's address, of which there are two. It stands without a router, and in the application too. */
export function HandwriteAddress() {
  const [{ pathname, search }] = useState(() => ({ pathname: location.pathname, search: location.search }))
  if (/\/handwriteSuccess\/?$/.test(pathname)) return <HandwriteSuccess sent={null} name={null} />
  return <HandwritePage ticket={(new URLSearchParams(search).get('ticket') ?? '').slice(0, 64)} />
}
