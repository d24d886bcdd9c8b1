import type { Call, Output } from '@moqi/api/call'
import type { live } from '@moqi/api/live'
import { wireStatus } from '@moqi/api/wire/contract'
import type { EventStream } from '#src/platform/handlers.ts'
import type { Member } from '#src/platform/actor.ts'
import { readCounters } from '#src/cores/contract/counters.ts'
import type { Deps } from '#src/platform/deps.ts'
import { readUnread } from '#src/platform/messages/unread.ts'
import type { AuthEvent, FaceEvent, HandwritingEvent, LiveEvent, RowEvent } from '#src/platform/live/live-event.ts'
import type { Listener } from '#src/platform/live/open-live-events.ts'

type Event = Output<typeof live.eventStream & Call>

/** Rows that may wait for a reader; one that is slower is cut off, and reads everything anew when it comes back. */
const mostWaiting = 200

/**
 * What changes in the member's own list, as it happens, beginning with the counters (checklist C94). Ends when the
 * session or the membership does, and when something may have gone unheard.
 */
export async function eventStream(deps: Pick<Deps, 'db' | 'events'>, member: Member): Promise<EventStream<Event>> {
  return (gone) => events(deps, member, gone)
}

async function* events(
  deps: Pick<Deps, 'db' | 'events'>,
  member: Member,
  gone: AbortSignal,
): AsyncGenerator<Event, void> {
  const desk = openDesk(member)
  const stop = deps.events.listen(desk)
  gone.addEventListener('abort', desk.lost)
  try {
    if (gone.aborted) return
    yield { event: 'counters', data: await readCounters(deps, member) }
    for (let changed = await desk.changed(); changed; changed = await desk.changed()) yield* told(deps, member, changed)
  } finally {
    stop()
  }
}

type Changed = {
  rows: RowEvent[]
  auths: AuthEvent[]
  handwritings: HandwritingEvent[]
  faces: FaceEvent[]
  approvals: string[]
  messages: boolean
}

async function* told(
  deps: Pick<Deps, 'db'>,
  member: Member,
  { rows, auths, handwritings, faces, approvals, messages }: Changed,
): AsyncGenerator<Event, void> {
  for (const { tenantId, status } of auths) yield { event: 'auth', data: { tenantId, isAuthed: status } }
  for (const { handwritingId, state } of handwritings) {
    yield { event: 'handwrite', data: { handwriteSealId: handwritingId, handwriteState: state } }
  }
  for (const { faceId, state } of faces) yield { event: 'face', data: { faceId, faceState: state } }
  for (const { contractId, signId, status } of rows) {
    yield { event: 'contract', data: { taskId: contractId, signId, status: status && wireStatus(status) } }
  }
  for (const approveId of approvals) yield { event: 'approval', data: { approveId } }
  if (rows.length + approvals.length > 0) yield { event: 'counters', data: await readCounters(deps, member) }
  if (messages) yield { event: 'message', data: { unread: await readUnread(deps, member) } }
}

/** Where the member's events wait to be told: of one contract only the newest. */
function openDesk({ accountId, tenantId, sessionHash }: Member): Listener & {
  /** What has changed since the last asking, once there is something; null at the end. */
  changed: () => Promise<Changed | null>
} {
  const session = sessionHash.toString('hex')
  const waiting = new Map<string, RowEvent>()
  const auths = new Map<string, AuthEvent>()
  const handwritings = new Map<string, HandwritingEvent>()
  const faces = new Map<string, FaceEvent>()
  const approvals = new Set<string>()
  let messages = false
  let ended = false
  let wake: (() => void) | null = null
  const lost = () => {
    ended = true
    wake?.()
  }
  const concerns = (event: LiveEvent) => {
    if (event.about === 'session') return event.session === session
    // Whatever space a page is in: the account's own name may depend on it.
    return (
      event.accountId === accountId && (event.about === 'auth' || event.about === 'face' || event.tenantId === tenantId)
    )
  }
  return {
    hear(event) {
      if (!concerns(event)) return
      if (event.about === 'message') messages = true
      else if (event.about === 'auth') auths.set(event.tenantId, event)
      else if (event.about === 'approval') approvals.add(event.approvalId)
      else if (event.about === 'handwriting') handwritings.set(event.handwritingId, event)
      else if (event.about === 'face') faces.set(event.faceId, event)
      else if (event.about !== 'row' || waiting.size >= mostWaiting) return lost()
      else waiting.set(event.contractId, event)
      wake?.()
    },
    lost,
    async changed() {
      if (!ended && !messages && [waiting, auths, handwritings, faces, approvals].every(({ size }) => size === 0)) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      if (ended) return null
      const changed = {
        rows: [...waiting.values()],
        auths: [...auths.values()],
        handwritings: [...handwritings.values()],
        faces: [...faces.values()],
        approvals: [...approvals],
        messages,
      }
      waiting.clear()
      auths.clear()
      handwritings.clear()
      faces.clear()
      approvals.clear()
      messages = false
      return changed
    },
  }
}
