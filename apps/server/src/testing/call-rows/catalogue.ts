import type { catalogue } from '@moqi/api/catalogue'
import { type CallRows, justReads, reads, stale } from '../call-row.ts'

const offerId = 'no-such-offer'
const proposalId = '00000000-0000-7000-8000-000000000001'
const terms = {
  packName: '企业150份',
  copies: 150,
  fen: 79_900,
  months: 12,
  audience: 'company',
  saleBegin: null,
  saleEnd: null,
} as const
const decided = 'is refused by the proposal once it is decided'

/** Of the calls in `packages/api/src/catalogue.ts`. */
export const catalogueRows: CallRows<typeof catalogue> = {
  listCatalogue: justReads,
  getCatalogueOffer: { inputs: () => [{ offerId }], again: reads },
  weighOffer: { inputs: () => [terms, { offerId, ...terms }], again: reads },
  saveOffer: {
    inputs: () => [{ offerId, versionNo: 1, ...terms, reason: '新的档位' }],
    again: 'names the version it was read at, or a new offer whose name is taken then',
  },
  endOfferSale: { inputs: () => [{ offerId, versionNo: 1, reason: '不再销售' }], again: stale },
  listOfferProposals: justReads,
  agreeOfferProposal: { inputs: () => [{ proposalId }], again: decided },
  refuseOfferProposal: { inputs: () => [{ proposalId, reason: '价格有误' }], again: decided },
}
