import { useEffect } from 'react'
import { Outlet } from 'react-router'
import { call } from '../../client/call.ts'
import { CallRefusal, showRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'
import { chooseSpace, takeSpace, useSpace } from '../../client/space-store.ts'
import { Button } from '../../ui/button.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { useInviteCode } from './use-invite-code.ts'
import { useSpaces } from './use-spaces.ts'

/** Lets the pages below in once the space they act for is known and the server has been told (checklist S19, C79). */
export function SpaceGate() {
  const { data: spaces, error, isFetching, refetch } = useSpaces()
  const current = useSpace((state) => state.current)
  useInviteCode()

  useEffect(() => {
    if (error instanceof CallRefusal) showRefusal(error)
  }, [error])

  useEffect(() => {
    if (!spaces) return
    const chosen = chooseSpace(spaces)
    if (!chosen) return
    const before = useSpace.getState().current
    takeSpace(chosen)
    if (before?.tenantId === chosen.tenantId) return
    // Put out of the space: what was read in it is not this one's.
    if (before) void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'spaces' })
    // The header names the space in every request; this only sets the server's fallback, so nobody waits for it.
    call('setTenantId', { tenantId: chosen.tenantId }).catch(showRefusal)
  }, [spaces])

  if (current) return <Outlet />
  if (error)
    return (
      <Waiting slow title="没有读到您的空间">
        <p className="muted">网络或服务器暂时不可用，登录仍然有效。</p>
        <div className="load-acts">
          <Button size="l" variant="primary" busy={isFetching} onClick={() => void refetch()}>
            重试
          </Button>
        </div>
      </Waiting>
    )
  return <Waiting title="正在进入" />
}
