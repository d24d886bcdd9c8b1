import { addressOf, randomKey, sessionHeaders } from '../../client/request.ts'
import { readEnvelope } from '../../client/call-ending.ts'
import { settleCall } from '../../client/settle-call.ts'

const successes: readonly (number | string)[] = [200, 0, '0']

/**
 * Asks a call of the API by its path, for the person and the space of this page, as an extension does: it answers the
 * envelope's `data`, and rejects with what there is to tell.
 */
export async function postForExtension(path: string, input: Record<string, unknown>): Promise<unknown> {
  if (!path.startsWith('/api/')) throw new TypeError(`${path} is no path of the API`)
  const headers = { ...sessionHeaders(), 'content-type': 'application/json', 'idempotency-key': randomKey() }
  const answer = await fetch(addressOf(path), { method: 'POST', headers, body: JSON.stringify(input) })
  const envelope = readEnvelope<unknown>(await answer.text())
  // The page's own calls know which code means success; of these each of the three does (checklist K5).
  const success = successes.find((code) => code === envelope?.code) ?? 200
  return settleCall({ status: answer.status, envelope }, success, true).data
}
