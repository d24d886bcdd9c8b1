import { webhookBody } from '@moqi/api/wire/webhook'
import { webhookEventsOf } from '@moqi/domain/webhooks/webhook-events'
import { keepEvents } from '#src/cores/webhook/keep-events.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Applied } from './apply-change.ts'
import type { Change } from './decision.ts'

/** What a change tells the space's integrations, in one statement; nothing of a change that tells none. */
export async function noteEvents(
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  { applied, change }: { applied: Applied; change: Change },
): Promise<void> {
  const { before, after } = applied
  const isFinished = after.contract.finished_at !== before.contract.finished_at
  const events = webhookEventsOf(
    (change.log ?? []).map(({ verb }) => verb),
    isFinished,
  )
  if (events.length === 0) return
  const at = deps.now()
  const { tenant_id: tenantId, contract_id: contractId, initiator_sign_id: signId } = after.contract
  const { state, contract_no: contractNo } = after.contract
  const contract = { contractId, signId, state, contractNo, partyNo: partyNoOf(change) }
  const eventIds = events.map(() => deps.newId())
  const bodies = events.map((event, index) => webhookBody({ eventId: eventIds[index] ?? '', event, at, contract }))
  await keepEvents(tx, { tenantId, contractId, eventIds, events, bodies, at })
}

/** The one party that did something; null where the initiator did, or nobody. */
function partyNoOf({ moves = [], parties = [], log = [] }: Change): number | null {
  for (const move of moves) if (move.of === 'party') return move.partyNo
  return log.some(({ verb }) => verb === 'view') ? (parties[0]?.partyNo ?? null) : null
}
