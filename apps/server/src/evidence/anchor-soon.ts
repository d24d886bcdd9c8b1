import { Refusal } from '@moqi/domain/refusal'
import { anchorHeads } from '#src/platform/audit/anchor-heads.ts'
import { isTimestampOutage } from '#src/platform/authority/timestamp-outage.ts'
import type { Database } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { waiting } from '#src/platform/timers.ts'

/** Anchoring a process has promised but not begun, and what must be over before it begins. */
type Queue = { next: Promise<void> | null; before: Promise<unknown> }

const queues = new WeakMap<Database, Queue>()
/** Each anchoring costs a signature and a time-stamp: whoever asks meanwhile shares the next. */
const apartMs = 1000

/** Anchors everything that is in the log by now; at most once a second in this process. Throws `evidence/not-ready`. */
export function anchorSoon(deps: Pick<Deps, 'db' | 'now' | 'authority' | 'config' | 'derivationKey'>): Promise<void> {
  const queue: Queue = queues.get(deps.db) ?? { next: null, before: Promise.resolve() }
  queues.set(deps.db, queue)
  queue.next ??= queue.before.then(() => {
    queue.next = null
    const anchoring = anchorHeads(deps).catch(asRefusal)
    queue.before = Promise.all([anchoring.catch(() => {}), waiting(apartMs).over])
    return anchoring
  })
  return queue.next
}

function asRefusal(error: unknown): never {
  throw isTimestampOutage(error) ? new Refusal('evidence/not-ready', {}, { cause: error }) : error
}
