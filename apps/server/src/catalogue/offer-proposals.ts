import type { catalogue } from '@moqi/api/catalogue'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { offerDeeds, termChanges } from '@moqi/domain/orders/offer-terms'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import { decideOffer, waitingOffers } from '#src/cores/order/offer-proposals.ts'
import { allOffers } from '#src/cores/order/offers.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { makeAgreed } from './change-offer.ts'

type Calls = typeof catalogue

/** Changes of the catalogue that wait for a second operator, as they would change what is there now. */
export const listOfferProposals: Handler<Calls['listOfferProposals']> = ({ db, now }, { operatorId }) =>
  db.directory(async (directory) => {
    const offers = new Map((await allOffers(directory)).map((offer) => [offer.offerId, offer]))
    return {
      proposalArray: (await waitingOffers(directory, now())).map((row) => ({
        proposalId: row.proposal_id,
        offerId: row.offer_id,
        packName: offers.get(row.offer_id)?.name ?? row.terms.name,
        offerDeed: row.deed,
        lineArray: termChanges(offers.get(row.offer_id) ?? null, row.terms),
        reason: row.reason,
        proposedBy: row.by_name,
        isOwn: row.proposed_by === operatorId ? (1 as const) : (0 as const),
        proposeTime: row.proposed_at,
        lapseTime: row.lapses_at,
      })),
    }
  })

/** Agrees to what another operator has proposed, which is done at once. */
export const agreeOfferProposal: Handler<Calls['agreeOfferProposal']> = (deps, operator, { proposalId }) =>
  deps.db.directoryWrite(async (tx) => {
    const { operatorId } = operator
    const row = await decideOffer(deps, tx, proposalId, { event: 'agree', operatorId, answer: null })
    const { offer_id: offerId, based_on: basedOn, deed, terms, reason } = row
    await makeAgreed(deps, tx, operator, {
      wish: { offerId, basedOn, deed, terms, reason },
      proposer: { operatorId: row.proposed_by, name: row.by_name },
    })
    return null
  })

/** Refuses it, with a reason; who has proposed it may take it back so. */
export const refuseOfferProposal: Handler<Calls['refuseOfferProposal']> = async (
  deps,
  { operatorId, address },
  input,
) => {
  const reason = fieldOf('reason', checkReason(input.reason))
  return deps.db.directoryWrite(async (tx) => {
    const row = await decideOffer(deps, tx, input.proposalId, { event: 'refuse', operatorId, answer: reason })
    const detail = `${row.terms.name}　${offerDeeds[row.deed]}　${reason}`
    await addOperatorLog(deps, tx, { operatorId, address, verb: 'refuseProposal', detail })
    return null
  })
}
