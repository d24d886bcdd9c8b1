import { proposalLifecycle, proposalLifeMs, type ProposalEvent } from '@moqi/domain/operators/proposal'
import type { OfferDeed, OfferTerms } from '@moqi/domain/orders/offer-terms'
import { Refusal } from '@moqi/domain/refusal'
import type { Selectable } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** A change of the catalogue as somebody proposed it. */
export type OfferProposalRow = Selectable<Schema['offer_proposal']>

/** What an operator wants of the catalogue: of which offer in which version, 0 of a new one. */
export type OfferWish = { offerId: string; basedOn: number; deed: OfferDeed; terms: OfferTerms; reason: string }

/** Keeps a wish for a week. Throws `proposal/pending` while another about the same offer waits. */
export async function proposeOffer(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  operatorId: string,
  { offerId, basedOn, deed, terms, reason }: OfferWish,
): Promise<void> {
  const at = now()
  await tx
    .updateTable('offer_proposal')
    .set({ state: proposalLifecycle.after(proposalLifecycle.initial, 'lapse') })
    .where('offer_id', '=', offerId)
    .where('state', '=', proposalLifecycle.initial)
    .where('lapses_at', '<=', at)
    .execute()
  const made = await tx
    .insertInto('offer_proposal')
    .values({
      proposal_id: newId(),
      offer_id: offerId,
      based_on: basedOn,
      deed,
      terms: JSON.stringify(terms),
      reason,
      state: proposalLifecycle.initial,
      proposed_by: operatorId,
      proposed_at: at,
      lapses_at: at + proposalLifeMs,
      decided_by: null,
      decided_at: null,
      answer: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (made.numInsertedOrUpdatedRows !== 1n) throw new Refusal('proposal/pending')
}

/** What waits for a second operator, with whose it is; the oldest first. */
export const waitingOffers = (db: Db, now: number): Promise<(OfferProposalRow & { by_name: string })[]> =>
  db
    .selectFrom('offer_proposal as p')
    .innerJoin('operator as o', 'o.operator_id', 'p.proposed_by')
    .where('p.state', '=', proposalLifecycle.initial)
    .where('p.lapses_at', '>', now)
    .orderBy('p.proposed_at')
    .orderBy('p.proposal_id')
    .selectAll('p')
    .select('o.name as by_name')
    .execute()

type Word = { event: Extract<ProposalEvent, 'agree' | 'refuse'>; operatorId: string; answer: string | null }

/**
 * Decides on a proposal, once, and answers it as it was made, with the name of whose it is. Throws
 * `proposal/not-found`, `proposal/changed` for one that is decided or has waited for a week, and
 * `operator/second-person` for whoever would agree to an own one.
 */
export async function decideOffer(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  proposalId: string,
  { event, operatorId, answer }: Word,
): Promise<OfferProposalRow & { by_name: string }> {
  if (!isUuid(proposalId)) throw new Refusal('proposal/not-found')
  const row = await tx
    .selectFrom('offer_proposal as p')
    .innerJoin('operator as o', 'o.operator_id', 'p.proposed_by')
    .where('p.proposal_id', '=', proposalId)
    .forUpdate('p')
    .selectAll('p')
    .select('o.name as by_name')
    .executeTakeFirst()
  if (!row) throw new Refusal('proposal/not-found')
  const standing = row.lapses_at <= now() ? proposalLifecycle.after(row.state, 'lapse') : row.state
  const state = proposalLifecycle.after(standing, event)
  if (event === 'agree' && row.proposed_by === operatorId) {
    throw new Refusal('operator/second-person', { message: '这是您提出的，须由另一位运营人员确认' })
  }
  await tx
    .updateTable('offer_proposal')
    .set({ state, decided_by: operatorId, decided_at: now(), answer })
    .where('proposal_id', '=', proposalId)
    .execute()
  return row
}
