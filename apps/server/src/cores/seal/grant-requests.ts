import { Refusal } from '@moqi/domain/refusal'
import { contractLifecycle } from '@moqi/domain/contract/contract-lifecycle'
import { partyLifecycle } from '@moqi/domain/contract/party-lifecycle'
import { type GrantRequestState, grantRequestLifecycle } from '@moqi/domain/seals/grant-request'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Db, isDuplicate } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** A request for a seal's authorisation as it is kept, in the company's tenant. */
export type GrantRequestRow = Selectable<Schema['grant_request']>

const openContracts = contractLifecycle.states.filter((state) => contractLifecycle.can(state, 'signed'))
const openParties = partyLifecycle.states.filter((state) => partyLifecycle.can(state, 'close'))

/**
 * Where a request `r` stands now: one that waits has ended with its contract, or once somebody else signs it there,
 * which the asker's own list row says, whatever was noted of the request last.
 */
export const requestStateNow: RawBuilder<GrantRequestState> = sql<GrantRequestState>`case
  when r.state = ${grantRequestLifecycle.initial} and not exists (
    select from inbox i where i.tenant_id = r.tenant_id and i.account_id = r.account_id
      and i.contract_id = r.contract_id and i.contract_state in (${sql.join(openContracts)})
      and i.party_state in (${sql.join(openParties)}))
    then ${grantRequestLifecycle.after(grantRequestLifecycle.initial, 'end')} else r.state end`

/** What a new request says; the rest of its columns begin empty. */
export type NewGrantRequest = Omit<
  GrantRequestRow,
  'decided_at' | 'decided_by' | 'decided_by_name' | 'answer' | 'grant_id'
>

/** Keeps a request. Throws `seal/grant-request-pending` when the same is being asked already. */
export async function insertGrantRequest(tx: Db, row: NewGrantRequest): Promise<void> {
  try {
    await tx
      .insertInto('grant_request')
      .values({
        tenant_id: row.tenant_id,
        request_id: row.request_id,
        account_id: row.account_id,
        account_name: row.account_name,
        seal_id: row.seal_id,
        contract_id: row.contract_id,
        sign_id: row.sign_id,
        subject: row.subject,
        contract_no: row.contract_no,
        wish: row.wish,
        template_id: row.template_id,
        template_name: row.template_name,
        counterparts: sql`${JSON.stringify(row.counterparts)}::jsonb`,
        end_at: row.end_at,
        reason: row.reason,
        state: row.state,
        created_at: row.created_at,
        decided_at: null,
        decided_by: null,
        decided_by_name: null,
        answer: null,
        grant_id: null,
      })
      .execute()
  } catch (cause) {
    throw isDuplicate(cause) ? new Refusal('seal/grant-request-pending', {}, { cause }) : cause
  }
}

/**
 * One of the company's requests, held until the transaction ends, as it stands now. Throws
 * `seal/grant-request-not-found`, also for another account's when one is named.
 */
export async function holdGrantRequest(
  tx: Db,
  { tenantId, requestId, accountId }: { tenantId: string; requestId: string; accountId?: string },
): Promise<GrantRequestRow> {
  const row = isUuid(requestId)
    ? await tx
        .selectFrom('grant_request as r')
        .where('r.tenant_id', '=', tenantId)
        .where('r.request_id', '=', requestId)
        .$if(accountId !== undefined, (query) => query.where('r.account_id', '=', accountId ?? ''))
        .selectAll('r')
        // Of two columns of one name the later is what is read.
        .select(requestStateNow.as('state'))
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('seal/grant-request-not-found')
  return row
}

/** What becomes of a request: `event` of its lifecycle, by whom, with which words or grant. */
export type RequestEnd = {
  event: 'grant' | 'refuse' | 'withdraw'
  at: number
  by: { accountId: string; nickName: string }
  answer?: string
  grantId?: string
}

/** Moves a request that is held. Throws `seal/grant-request-changed` when it waits no more. */
export async function settleGrantRequest(
  tx: Db,
  { tenant_id, request_id, state }: Pick<GrantRequestRow, 'tenant_id' | 'request_id' | 'state'>,
  { event, at, by, answer, grantId }: RequestEnd,
): Promise<void> {
  await tx
    .updateTable('grant_request')
    .set({
      state: grantRequestLifecycle.after(state, event),
      decided_at: at,
      decided_by: by.accountId,
      decided_by_name: by.nickName,
      answer: answer ?? null,
      grant_id: grantId ?? null,
    })
    .where('tenant_id', '=', tenant_id)
    .where('request_id', '=', request_id)
    .execute()
}

/** Ends what a former member asked for, or what was asked of a seal that is no more. Runs in the tenant. */
export async function endGrantRequests(
  tx: Db,
  { tenantId, accountId, sealId }: { tenantId: string; accountId?: string; sealId?: string },
  at: number,
): Promise<void> {
  await tx
    .updateTable('grant_request')
    .set({ state: grantRequestLifecycle.after(grantRequestLifecycle.initial, 'end'), decided_at: at })
    .where('tenant_id', '=', tenantId)
    .where('state', '=', grantRequestLifecycle.initial)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .$if(sealId !== undefined, (query) => query.where('seal_id', '=', sealId ?? ''))
    .execute()
}
