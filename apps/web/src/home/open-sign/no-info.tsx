import { CallRefusal } from '../../client/call-error.ts'
import { later } from '../../ui/later.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Waiting } from '../../ui/waiting.tsx'

const DeadLink = later(async () => (await import('./blocked.tsx')).DeadLink)

/** Whether the link leads nowhere any more. */
export const isDead = (error: unknown) => error instanceof CallRefusal && error.reason === 'ticket/dead'

/** While it is not known where a link leads, or that it leads nowhere. */
export function NoInfo({ error, busy, onRetry }: { error: unknown; busy: boolean; onRetry: () => void }) {
  if (isDead(error)) return <DeadLink />
  if (error) return <LoadingFailed onRetry={onRetry} busy={busy} />
  return <Waiting title="正在打开合同 …" />
}
