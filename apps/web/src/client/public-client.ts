import type { Output, Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { CallFailure, CallRefusal } from './call-error.ts'
import { fetchRoutes, knowsRoute } from './known-routes.ts'
import { ownTask } from '../ui/own-task.ts'
import { requestOf } from './request.ts'
import { readEnvelope } from './call-ending.ts'

/** The calls that ask nothing of who asks (checklist C74–C76). */
type PublicCall = 'docCenterMenuList' | 'docCenterCmsGetByColumnId' | 'problemListOpen' | 'searchHelp' | 'rateHelp'

/** Says nothing of who asks, and takes no stored answer (checklist C77). */
const headers = { 'Content-Type': 'application/json', 'Accept-Language': 'zh-CN', 'Cache-Control': 'no-cache' }

/**
 * Makes a public call without session, cookie or notice, and answers its `data`. Throws `CallRefusal` for the server's
 * "no" and `CallFailure` for anything but HTTP 200 with an envelope.
 */
export async function publicCall<K extends PublicCall>(
  name: K,
  input: Sent<Table[K]>,
  signal?: AbortSignal,
): Promise<Output<Table[K]>> {
  if (!knowsRoute(name) && !(await fetchRoutes())) throw new CallFailure('no-answer')
  const { address, body, route } = requestOf(name, input)
  const how = { method: route.method, headers, body, cache: 'no-cache', credentials: 'omit' } as const
  if (!route.mutates) await ownTask()
  const response = await fetch(address, { ...how, ...(signal && { signal }) })
  const envelope = response.status === 200 ? readEnvelope<Output<Table[K]>>(await response.text()) : null
  if (!envelope) throw new CallFailure(`HTTP ${response.status}`)
  if (envelope.code !== route.success) throw new CallRefusal(envelope)
  return envelope.data
}
