import type { Output, Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { fetchRoutes, knowsRoute } from './known-routes.ts'
import { settleCall } from './settle-call.ts'
import { requestOf, requestTimeout, type CallName } from './request.ts'
import { readEnvelope, type CallEnding } from './call-ending.ts'
import { leaveEndedRoom } from './leave-ended-room.ts'
import { ownTask } from '../ui/own-task.ts'
import { currentTenantId } from './space-store.ts'

/**
 * `signal` gives up; `key` repeats an earlier attempt's idempotency key; `quiet` leaves error notices to the caller;
 * `tenantId` asks for another space than the present.
 */
export type CallOptions = { signal?: AbortSignal; key?: string; quiet?: boolean; tenantId?: string | null }

/** Sends and waits for the whole body; a status, the time being up, or no answer. A given-up call throws AbortError. */
async function send(request: ReturnType<typeof requestOf>, signal?: AbortSignal) {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), requestTimeout)
  const giveUp = () => limit.abort()
  signal?.addEventListener('abort', giveUp)
  try {
    const { address, headers, body, route } = request
    if (!route.mutates) await ownTask()
    const response = await fetch(address, { method: route.method, headers, body, signal: limit.signal })
    return { status: response.status, type: response.headers.get('content-type') ?? '', blob: await response.blob() }
  } catch (error) {
    if (signal?.aborted) throw error
    return limit.signal.aborted ? ('timeout' as const) : ('no-answer' as const)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

async function endingOf<Data>(answer: Awaited<ReturnType<typeof send>>): Promise<CallEnding<Data>> {
  if (typeof answer === 'string') return answer
  return { status: answer.status, envelope: readEnvelope<Data>(await answer.blob.text()) }
}

/**
 * Makes a call of the call table and answers its `data`. Throws `CallRefusal` for the server's "no" and `CallFailure`
 * for what the client has already announced.
 */
export async function call<K extends CallName>(
  name: K,
  input: Sent<Table[K]>,
  options: CallOptions = {},
): Promise<Output<Table[K]>> {
  // Whoever leaves the space while it waits for its route has asked for this one.
  const { tenantId = currentTenantId() } = options
  if (!knowsRoute(name) && !(await fetchRoutes())) return settleCall<never>('no-answer', 200, options.quiet).data
  const request = requestOf(name, input, options.key, tenantId)
  const answer = await send(request, options.signal)
  const ending = await endingOf<Output<Table[K]>>(answer)
  leaveEndedRoom(request.route, ending)
  return settleCall(ending, request.route.success, options.quiet).data
}

/** Makes a call that answers bytes (checklist C0.8); a JSON envelope instead of bytes is a refusal. */
export async function callBlob<K extends CallName>(
  name: K,
  input: Sent<Table[K]>,
  options: CallOptions = {},
): Promise<Blob> {
  if (!knowsRoute(name) && !(await fetchRoutes())) return settleCall<never>('no-answer', 200, options.quiet).data
  const request = requestOf(name, input)
  const answer = await send(request, options.signal)
  if (typeof answer === 'object' && answer.status < 300 && !answer.type.includes('application/json')) return answer.blob
  const ending = await endingOf(answer)
  leaveEndedRoom(request.route, ending)
  settleCall(ending, request.route.success, options.quiet)
  throw new TypeError(`${name} answered no bytes`)
}
