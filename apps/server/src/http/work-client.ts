import type { Call } from '@moqi/api/call'
import { addressGroup } from '@moqi/domain/identity/address'
import type { WorkClient } from '@moqi/pdf/workers/bounded-workers'
import type { FastifyReply } from 'fastify'
import type { Caller, Member, Operator, Person } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'

/**
 * Whose turn heavy work for a request takes: the space's, else the account's, else that of the address. What changes
 * something is carried through though nobody waits for the answer, but for an upload, which then nobody can name.
 */
export function clientOf(
  call: Call,
  actor: Caller | Person | Member | Operator,
  reply: FastifyReply,
): Required<WorkClient> {
  const key =
    'tenantId' in actor ? actor.tenantId : 'accountId' in actor ? actor.accountId : addressGroup(actor.address)
  if (call.mutates && call.kind !== 'upload') return { key, signal: undefined }
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort()
  })
  return { key, signal: gone.signal }
}

/** What a handler is given: heavy work is done for that client. */
export const depsFor = (deps: Deps, client: WorkClient): Deps => ({
  ...deps,
  workshop: deps.workshop.for(client),
  converter: deps.converter.for(client),
  freezer: deps.freezer.for(client),
})
