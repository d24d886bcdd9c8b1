import { CallRefusal } from '../../client/call-error.ts'
import { later } from '../../ui/later.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'

const DetailRefused = later(async () => (await import('./detail-refused.tsx')).DetailRefused)

type NoDetailProps = { error: unknown; busy: boolean; onRetry: () => void }

/** A contract that did not come: refused with a reason, or not answered at all, which needs no file of its own. */
export function NoDetail({ error, busy, onRetry }: NoDetailProps) {
  if (error instanceof CallRefusal) return <DetailRefused refusal={error} onRetry={onRetry} />
  return <LoadingFailed onRetry={onRetry} busy={busy} />
}
