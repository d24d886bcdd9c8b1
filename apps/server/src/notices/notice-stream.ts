import type { Call, Output } from '@moqi/api/call'
import type { notice } from '@moqi/api/notice'
import { wireStatus } from '@moqi/api/wire/contract'
import type { EventStream } from '#src/platform/handlers.ts'
import type { Member } from '#src/platform/actor.ts'
import { readCounters } from '#src/cores/contract/counters.ts'
import type { Deps } from '#src/platform/deps.ts'
import { readUnread } from '#src/platform/messages/unread.ts'
import type { AuthNotice, HandwritingNotice, Notice, RowNotice } from '#src/platform/notices/notice.ts'
import type { Listener } from '#src/platform/notices/open-notices.ts'

type Event = Output<typeof notice.noticeStream & Call>

/** Rows that may wait for a reader; one that is slower is cut off, and reads everything anew when it comes back. */
const mostWaiting = 200

/**
 * What changes in the member's own list, as it happens, beginning with the counters (checklist C94). Ends when the
 * session or the membership does, and when something may have gone unheard.
 */
export async function noticeStream(deps: Pick<Deps, 'db' | 'notices'>, member: Member): Promise<EventStream<Event>> {
  return (gone) => events(deps, member, gone)
}

async function* events(
  deps: Pick<Deps, 'db' | 'notices'>,
  member: Member,
  gone: AbortSignal,
): AsyncGenerator<Event, void> {
  const desk = openDesk(member)
  const stop = deps.notices.listen(desk)
  gone.addEventListener('abort', desk.lost)
  try {
    if (gone.aborted) return
    yield { event: 'counters', data: await readCounters(deps, member) }
    for (let changed = await desk.changed(); changed; changed = await desk.changed()) yield* told(deps, member, changed)
  } finally {
    stop()
  }
}

type Changed = { rows: RowNotice[]; auths: AuthNotice[]; handwritings: HandwritingNotice[]; messages: boolean }

async function* told(
  deps: Pick<Deps, 'db'>,
  member: Member,
  { rows, auths, handwritings, messages }: Changed,
): AsyncGenerator<Event, void> {
  for (const { tenantId, status } of auths) yield { event: 'auth', data: { tenantId, isAuthed: status } }
  for (const { handwritingId, state } of handwritings) {
    yield { event: 'handwrite', data: { handwriteSealId: handwritingId, handwriteState: state } }
  }
  for (const { contractId, signId, status } of rows) {
    yield { event: 'contract', data: { taskId: contractId, signId, status: status && wireStatus(status) } }
  }
  if (rows.length > 0) yield { event: 'counters', data: await readCounters(deps, member) }
  if (messages) yield { event: 'message', data: { unread: await readUnread(deps, member) } }
}

/** Where the member's notices wait to be told: of one contract only the newest. */
function openDesk({ accountId, tenantId, sessionHash }: Member): Listener & {
  /** What has changed since the last asking, once there is something; null at the end. */
  changed: () => Promise<Changed | null>
} {
  const session = sessionHash.toString('hex')
  const waiting = new Map<string, RowNotice>()
  const auths = new Map<string, AuthNotice>()
  const handwritings = new Map<string, HandwritingNotice>()
  let messages = false
  let ended = false
  let wake: (() => void) | null = null
  const lost = () => {
    ended = true
    wake?.()
  }
  const concerns = (notice: Notice) => {
    if (notice.about === 'session') return notice.session === session
    // Whatever space a page is in: the account's own name may depend on it.
    return notice.accountId === accountId && (notice.about === 'auth' || notice.tenantId === tenantId)
  }
  return {
    hear(notice) {
      if (!concerns(notice)) return
      if (notice.about === 'message') messages = true
      else if (notice.about === 'auth') auths.set(notice.tenantId, notice)
      else if (notice.about === 'handwriting') handwritings.set(notice.handwritingId, notice)
      else if (notice.about !== 'row' || waiting.size >= mostWaiting) return lost()
      else waiting.set(notice.contractId, notice)
      wake?.()
    },
    lost,
    async changed() {
      if (!ended && !messages && [waiting, auths, handwritings].every(({ size }) => size === 0)) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      if (ended) return null
      const changed = {
        rows: [...waiting.values()],
        auths: [...auths.values()],
        handwritings: [...handwritings.values()],
        messages,
      }
      waiting.clear()
      auths.clear()
      handwritings.clear()
      messages = false
      return changed
    },
  }
}
