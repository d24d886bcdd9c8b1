import type { integration } from '@moqi/api/integration'
import { refusalAnswers, sampleDetail } from '@moqi/api/refusal-answers'
import { table } from '@moqi/api/table'
import { Refusal } from '@moqi/domain/refusal'
import { requireIntegration } from '#src/cores/integration/integration-store.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { isUuid } from '#src/platform/uuid.ts'

const labels = new Map(Object.entries(table).map(([name, { summary }]) => [name, summary]))

/** What an integration asked, newest first, with how it was answered. */
export const listIntegrationCall: Handler<typeof integration.listIntegrationCall> = async (
  { db },
  { tenantId },
  { integrationId, failedOnly, cursor, pageSize },
) => {
  if (cursor && !isUuid(cursor)) throw new Refusal('request/invalid')
  const rows = await db.read(tenantId, async (own) => {
    await requireIntegration(own, tenantId, integrationId)
    return own
      .selectFrom('integration_call')
      .where('tenant_id', '=', tenantId)
      .where('integration_id', '=', integrationId)
      .$if(failedOnly === 1, (query) =>
        query.where((row) => row.or([row('reason', 'is not', null), row('status', '>=', 400)])),
      )
      .$if(Boolean(cursor), (query) => query.where('call_id', '<', cursor ?? ''))
      .orderBy('call_id', 'desc')
      .limit(pageSize + 1)
      .select(['call_id', 'at', 'call', 'address', 'request_id', 'status', 'reason', 'ms'])
      .execute()
  })
  const page = rows.slice(0, pageSize)
  return {
    callArray: page.map(({ call_id, at, call, address, request_id, status, reason, ms }) => ({
      callId: call_id,
      time: at,
      callName: call,
      callLabel: call === null ? null : (labels.get(call) ?? null),
      address,
      requestId: request_id,
      status,
      refusal: reason === null ? null : refusalAnswers[reason].text(sampleDetail),
      duration: ms,
    })),
    nextCursor: rows.length > pageSize ? (page.at(-1)?.call_id ?? null) : null,
  }
}
