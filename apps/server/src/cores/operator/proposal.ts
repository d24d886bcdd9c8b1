import { proposalLifecycle, proposalLifeMs, type ProposalEvent } from '@moqi/domain/operators/proposal'
import { Refusal } from '@moqi/domain/refusal'
import type { Selectable } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** A proposal as it is stored. */
export type ProposalRow = Selectable<Schema['tenant_proposal']>

type Wish = Pick<ProposalRow, 'kind' | 'reason' | 'details'> & { tenantId: string }

/**
 * Keeps what an operator proposes, for a week. Throws `proposal/pending` while another of the kind waits: of
 * certificates, another about the same one.
 */
export async function propose(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  operatorId: string,
  { tenantId, kind, reason, details }: Wish,
): Promise<string> {
  await lapseOld({ now }, tx, tenantId)
  const proposalId = newId()
  const row = {
    proposal_id: proposalId,
    tenant_id: tenantId,
    kind,
    reason,
    details: details && JSON.stringify(details),
    state: proposalLifecycle.initial,
    proposed_by: operatorId,
    proposed_at: now(),
    lapses_at: now() + proposalLifeMs,
    decided_by: null,
    decided_at: null,
    answer: null,
  }
  const made = await tx
    .insertInto('tenant_proposal')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows !== 1n) throw new Refusal('proposal/pending')
  return proposalId
}

/** Ends what has waited for a week: it stands in nobody's way. */
async function lapseOld({ now }: Pick<Deps, 'now'>, tx: Db, tenantId: string): Promise<void> {
  await tx
    .updateTable('tenant_proposal')
    .set({ state: proposalLifecycle.after(proposalLifecycle.initial, 'lapse') })
    .where('tenant_id', '=', tenantId)
    .where('state', '=', proposalLifecycle.initial)
    .where('lapses_at', '<=', now())
    .execute()
}

/** Whose space a proposal is about. Throws `proposal/not-found`. */
export async function tenantOfProposal(directory: Db, proposalId: string): Promise<string> {
  const row = isUuid(proposalId)
    ? await directory
        .selectFrom('tenant_proposal')
        .where('proposal_id', '=', proposalId)
        .select('tenant_id')
        .executeTakeFirst()
    : undefined
  if (!row) throw new Refusal('proposal/not-found')
  return row.tenant_id
}

type Word = { event: Extract<ProposalEvent, 'agree' | 'refuse'>; operatorId: string; answer: string | null }

/**
 * Decides on a proposal, once, and answers it as it was made. Throws `proposal/changed` for one that is decided or has
 * waited for a week, and `operator/second-person` for whoever would agree to an own one.
 */
export async function decideProposal(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  proposalId: string,
  { event, operatorId, answer }: Word,
): Promise<ProposalRow> {
  const row = await tx
    .selectFrom('tenant_proposal')
    .where('proposal_id', '=', proposalId)
    .forUpdate()
    .selectAll()
    .executeTakeFirstOrThrow()
  const isOver = row.lapses_at <= now()
  const state = proposalLifecycle.after(isOver ? proposalLifecycle.after(row.state, 'lapse') : row.state, event)
  if (event === 'agree' && row.proposed_by === operatorId) {
    throw new Refusal('operator/second-person', { message: '这是您提出的，须由另一位运营人员确认' })
  }
  await tx
    .updateTable('tenant_proposal')
    .set({ state, decided_by: operatorId, decided_at: now(), answer })
    .where('proposal_id', '=', proposalId)
    .execute()
  return row
}
