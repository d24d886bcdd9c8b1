import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { call } from '../../client/call.ts'
import { CallRefusal, showRefusal } from '../../client/call-error.ts'
import { chooseSpace, takeSpace, useSpace } from '../../client/space-store.ts'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { useSpaces } from './use-spaces.ts'

/** Lets the pages below in once the space they act for is known and the server has been told (checklist S19, C79). */
export function SpaceGate() {
  const { data: spaces, error, isFetching, refetch } = useSpaces()
  const current = useSpace((state) => state.current)

  useEffect(() => {
    if (error instanceof CallRefusal) showRefusal(error)
  }, [error])

  useEffect(() => {
    if (!spaces) return
    const chosen = chooseSpace(spaces)
    if (!chosen) return
    const first = useSpace.getState().current === null
    takeSpace(chosen)
    // The header names the space in every request; this only sets the server's fallback, so nobody waits for it.
    if (first) call('setTenantId', { tenantId: chosen.tenantId }).catch(showRefusal)
  }, [spaces])

  if (current) return <Outlet />
  if (error) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  return <Waiting title="正在进入" />
}
