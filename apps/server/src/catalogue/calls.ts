import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { endOfferSale, saveOffer, weighOffer } from './change-offer.ts'
import { getCatalogueOffer, listCatalogue } from './list-catalogue.ts'
import { agreeOfferProposal, listOfferProposals, refuseOfferProposal } from './offer-proposals.ts'

/** The calls of this folder with the functions that answer them. */
export const catalogueCalls = {
  agreeOfferProposal,
  endOfferSale,
  getCatalogueOffer,
  listCatalogue,
  listOfferProposals,
  refuseOfferProposal,
  saveOffer,
  weighOffer,
} satisfies Partial<Handlers<Table>>
