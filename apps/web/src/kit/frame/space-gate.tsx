import { useDeferredValue, useEffect } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { keepDraftsOf } from '../../client/form-drafts.ts'
import { queryClient } from '../../client/query-client.ts'
import { usePreference } from '../../client/preference.ts'
import { chooseSpace, takeSpace, useSpace, wantedSpace } from '../../client/space-store.ts'
import { Outlet } from '../../router/router-view.tsx'
import { Button } from '../../ui/button.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { Live } from '../live/live.tsx'
import { readAnew } from '../space/read-anew.ts'
import { unreadReason, useShownRefusal } from '../space/unread-spaces.ts'
import { useInviteCode } from '../space/use-invite-code.ts'
import { leaveIfRuled } from '../space/space-entry.ts'
import { useSpaces } from '../space/use-spaces.ts'

/** Lets the pages below in once the space they act for is known and the server has been told (checklist S19, C79). */
export function SpaceGate() {
  const { data: spaces, error, isFetching, refetch } = useSpaces()
  // The whole page is drawn when it is known: a slow phone answers a finger meanwhile.
  const current = useDeferredValue(useSpace((state) => state.current))
  useInviteCode()

  useShownRefusal(error)

  const preference = usePreference((state) => state.chosen)
  useEffect(() => {
    if (!spaces || !preference) return
    const preferred = preferredOf(preference)
    const chosen = chooseSpace(spaces, preferred)
    if (!chosen) return
    const before = useSpace.getState().current
    // Everybody has exactly one space of their own; it names the person.
    keepDraftsOf(spaces.find(({ spaceType }) => spaceType === 'person')?.tenantId ?? chosen.tenantId)
    const wanted = wantedSpace(spaces, preferred)
    takeSpace(chosen)
    if (before?.tenantId === chosen.tenantId) {
      // Authenticated meanwhile, or refused: what may be done, and under which name, is different everywhere.
      if (before.spaceStatus !== chosen.spaceStatus) void queryClient.invalidateQueries()
      return
    }
    // Put out of the space: what was read in it is not this one's.
    if (before) void readAnew()
    // The header names the space in every request; this only sets the server's fallback, so nobody waits for it.
    call('setTenantId', { tenantId: chosen.tenantId }).catch(showRefusal)
    // What the company asks before it lets anybody in is said at once, and how to do it.
    if (wanted) leaveIfRuled(wanted)
  }, [spaces, preference])

  if (current)
    return (
      <>
        <Live tenantId={current.tenantId} />
        <Outlet />
      </>
    )
  if (error)
    return (
      <Waiting slow title="没有读到您的空间">
        <p className="muted">{unreadReason(error)}</p>
        <div className="load-acts">
          <Button size="l" variant="primary" busy={isFetching} onClick={() => void refetch()}>
            重试
          </Button>
        </div>
      </Waiting>
    )
  return <Waiting title="正在进入" />
}

type Preferred = { defaultTenantId?: string | null | undefined; lastTenantId?: string | null | undefined }

const preferredOf = ({ defaultTenantId, lastTenantId }: Preferred) => defaultTenantId ?? lastTenantId ?? null
