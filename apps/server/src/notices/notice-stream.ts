import type { Call, Output } from '@moqi/api/call'
import type { notice } from '@moqi/api/notice'
import type { EventStream } from '#src/http/event-stream.ts'
import type { Member } from '#src/platform/actor.ts'
import { readCounters } from '#src/platform/contract-store/counters.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Notice, RowNotice } from '#src/platform/notices/notice.ts'
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
    for (let rows = await desk.changed(); rows; rows = await desk.changed()) {
      for (const { taskId, signId, status } of rows) yield { event: 'contract', data: { taskId, signId, status } }
      yield { event: 'counters', data: await readCounters(deps, member) }
    }
  } finally {
    stop()
  }
}

/** Where the member's notices wait to be told: of one contract only the newest. */
function openDesk({ accountId, tenantId, sessionHash }: Member): Listener & {
  /** The rows that have changed since the last asking, once there are some; null at the end. */
  changed: () => Promise<RowNotice[] | null>
} {
  const session = sessionHash.toString('hex')
  const waiting = new Map<string, RowNotice>()
  let ended = false
  let wake: (() => void) | null = null
  const lost = () => {
    ended = true
    wake?.()
  }
  const concerns = (notice: Notice) =>
    notice.about === 'session'
      ? notice.session === session
      : notice.tenantId === tenantId && notice.accountId === accountId
  return {
    hear(notice) {
      if (!concerns(notice)) return
      if (notice.about !== 'row' || waiting.size >= mostWaiting) return lost()
      waiting.set(notice.taskId, notice)
      wake?.()
    },
    lost,
    async changed() {
      if (!ended && waiting.size === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      if (ended) return null
      const rows = [...waiting.values()]
      waiting.clear()
      return rows
    },
  }
}
