import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { useSpace, type Space } from '../../client/space-store.ts'
import { isText, oneOf, record } from '../../client/stored-shape.ts'
import { useLocation, useSearchParams } from '../../router/hooks.ts'
import { noLaunch } from '../../kit/space/space-facts.ts'
import { newDraft, withContacts, type LaunchDraft, type Self } from '../../kit/draft/draft.ts'
import { draftFromWire } from '../../kit/draft/draft-wire.ts'
import { keptLaunch } from '../../kit/draft/kept-launch.ts'
import { resetLaunch, startLaunch, useLaunch } from '../../kit/draft/launch-store.ts'
import { reopenLaunch } from '../../kit/draft/reopen-launch.ts'
import { draftKey } from '../../kit/draft/save-launch.ts'

/** Marks a step of the wizard itself: the draft in memory goes on being edited. */
export const keptInMemory = { launch: true } as const
const isKept = (state: unknown) => typeof state === 'object' && state !== null && 'launch' in state

/** Whether a draft can be edited, and if not, why; `sent` is a contract that has left the wizard. */
export type LaunchDraftState =
  | { is: 'ready'; draft: LaunchDraft; self: Self }
  | { is: 'loading' }
  | { is: 'sent'; signId: string }
  | { is: 'refused'; message: string }
  /** The space may not launch before it is authenticated (checklist H15). */
  | { is: 'unauthenticated'; company: boolean }
  | { is: 'failed'; retry: () => void; busy: boolean }

async function readSelf(space: Space | null, signal: AbortSignal): Promise<Self> {
  const [account, person] = await Promise.all([
    call('getUserAccountInfo', {}, { signal }),
    call('getAuthInfo', {}, { signal }),
  ])
  const company = space?.spaceType === 'company'
  return {
    kind: company ? 'company' : 'person',
    signerName: person.realName ?? account.nickName,
    phone: account.phone,
    companyName: company ? space.spaceName : '',
  }
}

/** The initiator's own side: the current space and the signed-in person. */
function useSelf() {
  const space = useSpace((state) => state.current)
  return useQuery({
    queryKey: ['launch-self', space?.tenantId ?? ''],
    queryFn: ({ signal }) => readSelf(space, signal),
    staleTime: 60_000,
  })
}

/** Whom somebody had in mind who came from the address book. */
const isMeant = record({
  party: record({
    kind: oneOf('company', 'person'),
    signerName: isText,
    phone: isText,
    companyName: isText,
    creditCode: isText,
  }),
})

function beginning(self: Self, state: unknown): LaunchDraft {
  const draft = newDraft(self, Date.now())
  return isMeant(state) ? { ...draft, parties: withContacts(draft.parties, [state.party]) } : draft
}

/** The draft named by `?signId`, read unless it is being edited already; without `signId` a new one. */
export function useLaunchDraft(): LaunchDraftState {
  const [query] = useSearchParams()
  const signId = query.get('signId')
  const draft = useInMemory(signId)
  const inMemory = draft !== null
  const space = useSpace((state) => state.current)
  const { state } = useLocation()
  const self = useSelf()
  const stored = useQuery({
    queryKey: draftKey(signId ?? ''),
    queryFn: ({ signal }) => call('getDraftInfo', { signId: signId ?? '' }, { signal }),
    enabled: signId !== null && !inMemory,
    staleTime: 0,
    gcTime: 0,
  })
  const { data: info, isFetching } = stored

  useEffect(() => {
    if (inMemory || !self.data) return
    if (signId !== null && (!info || isFetching)) return
    const server = info ? { draft: draftFromWire(info, self.data), places: info.positionArray } : null
    const kept = keptLaunch(signId)
    if (kept) reopenLaunch(kept, server)
    else startLaunch(server?.draft ?? beginning(self.data, state), server?.places ?? [])
  }, [inMemory, self.data, signId, info, isFetching, state])

  if (space && space.spaceStatus !== 'passAuth')
    return { is: 'unauthenticated', company: space.spaceType === 'company' }
  const refused = noLaunch(space)
  if (refused) return { is: 'refused', message: refused }
  if (inMemory && self.data) return { is: 'ready', draft, self: self.data }
  const error = stored.error ?? self.error
  if (error) {
    const retry = () => void Promise.all([stored.error && stored.refetch(), self.error && self.refetch()])
    return faultState(error, signId, retry, isFetching || self.isFetching)
  }
  return { is: 'loading' }
}

function faultState(error: Error, signId: string | null, retry: () => void, busy: boolean): LaunchDraftState {
  if (!(error instanceof CallRefusal)) return { is: 'failed', retry, busy }
  const sent = signId !== null && error.reason === 'contract/illegal-move'
  return sent ? { is: 'sent', signId } : { is: 'refused', message: error.message }
}

function useInMemory(signId: string | null): LaunchDraft | null {
  const { state: visit } = useLocation()
  // A visit from outside reads the draft anew: another tab may have changed it since. One never saved goes on.
  useState(() => {
    const before = useLaunch.getState().draft
    if (before && !isKept(visit) && (signId !== null || before.signId !== null)) resetLaunch()
  })
  const draft = useLaunch((state) => state.draft)
  const fresh = useLaunch((state) => state.fresh)
  return draft && (draft.signId === signId || (signId === null && fresh)) ? draft : null
}
