import type { RefusalCode } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Deps } from '#src/platform/deps.ts'
import { gathering } from '#src/platform/gathering.ts'

/** A request as its line in the log has it. */
export type LoggedCall = { call: string; address: string; requestId: string; nonce: string | null }

/** What a request came to. */
export type CallOutcome = { status: number; reason: RefusalCode | null; ms: number }

/** A request that was let in, by its line in the log. */
export type Admitted = { tenantId: string; integrationId: string; callId: string }

type Begun = Admitted & LoggedCall & { at: number }

/** What a request came to is nothing anybody waits for. */
const completedTogetherMs = 50

/**
 * The log of integrations' requests, and in it their nonces. Lines that come together are written together, and no
 * disk is waited for: what a request does is committed after its nonce, and no later commit is kept without the
 * earlier.
 */
export function callLog({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const begin = gathering<Begun, boolean>(async (tenantId, lines) => {
    const rows = await db.write(tenantId, (tx) => linesBegun(tx, { tenantId, ...columnsOf(lines) }))
    const written = new Set(rows.map(({ call_id }) => call_id))
    return lines.map(({ callId }) => written.has(callId))
  })
  const complete = gathering<Admitted & CallOutcome, true>(async (tenantId, lines) => {
    const columns = {
      integrationIds: lines.map(({ integrationId }) => integrationId),
      callIds: lines.map(({ callId }) => callId),
      statuses: lines.map(({ status }) => status),
      reasons: lines.map(({ reason }) => reason),
      times: lines.map(({ ms }) => ms),
    }
    await db.write(tenantId, (tx) => linesCompleted(tx, { tenantId, ...columns }))
    return lines.map(() => true)
  }, completedTogetherMs)
  return {
    /** Begins a request's line; false where its nonce was taken before, by whichever node. */
    begin: (admitted: Admitted, logged: LoggedCall): Promise<boolean> =>
      begin(admitted.tenantId, { ...admitted, ...logged, at: now() }),

    /** Completes the line of a request that was let in. */
    async complete(admitted: Admitted, outcome: CallOutcome): Promise<void> {
      await complete(admitted.tenantId, { ...admitted, ...outcome })
    },
  }
}

const columnsOf = (lines: readonly Begun[]) => ({
  integrationIds: lines.map(({ integrationId }) => integrationId),
  callIds: lines.map(({ callId }) => callId),
  nonces: lines.map(({ nonce }) => nonce),
  times: lines.map(({ at }) => at),
  calls: lines.map(({ call }) => call),
  addresses: lines.map(({ address }) => address),
  requestIds: lines.map(({ requestId }) => requestId),
})

/** Evaluated with the statement it stands in, it holds for the transaction (PostgreSQL, "Asynchronous Commit"). */
const noWaiting = sql`soon as materialized (select set_config('synchronous_commit', 'off', true))`

const linesBegun = compiledOnce(
  (_, given: { tenantId: string } & ReturnType<typeof columnsOf>) => sql<{ call_id: string }>`
    with ${noWaiting}
    insert into integration_call (tenant_id, integration_id, call_id, nonce, at, call, address, request_id)
    select ${given.tenantId}::uuid, line.* from soon, unnest(${given.integrationIds}::uuid[], ${given.callIds}::uuid[],
      ${given.nonces}::text[], ${given.times}::bigint[], ${given.calls}::text[], ${given.addresses}::text[],
      ${given.requestIds}::text[]) as line
    on conflict (tenant_id, integration_id, nonce) do nothing
    returning call_id`,
)

type Completed = {
  tenantId: string
  integrationIds: string[]
  callIds: string[]
  statuses: number[]
  reasons: (string | null)[]
  times: number[]
}

const linesCompleted = compiledOnce(
  (_, given: Completed) => sql`
    with ${noWaiting}
    update integration_call as c set status = line.status, reason = line.reason, ms = line.ms
    from soon, unnest(${given.integrationIds}::uuid[], ${given.callIds}::uuid[], ${given.statuses}::int[],
      ${given.reasons}::text[], ${given.times}::int[]) as line (integration_id, call_id, status, reason, ms)
    where c.tenant_id = ${given.tenantId}::uuid and c.integration_id = line.integration_id
      and c.call_id = line.call_id`,
)
