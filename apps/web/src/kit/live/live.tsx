import { useEffect, useState } from 'react'
import { later } from '../../ui/later.tsx'

const Listening = later(async () => (await import('./listening.tsx')).Listening)

/** The first page is there before anything is listened for, ms. */
const startDelay = 1000

/** Hears what changes in a space, once its first page has had the line for itself. */
export function Live({ tenantId }: { tenantId: string }) {
  const [begun, begin] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => begin(true), startDelay)
    return () => clearTimeout(timer)
  }, [])
  return begun && <Listening tenantId={tenantId} />
}
