import { keysOf } from '@moqi/domain/keys-of'
import { offerDeeds } from '@moqi/domain/orders/offer-terms'
import { offerAudiences, offerStateLabels } from '@moqi/domain/orders/pack-offer'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, reason, time } from './shapes.ts'

const offerId = id
const proposalId = id
const number = z.int()
const offerState = z.enum(keysOf(offerStateLabels))
const offerDeed = z.enum(keysOf(offerDeeds))

/** What an offer says: 份, 分 (0 is a trial), months (0 of a trial is for ever), and from when to when it is sold. */
const terms = {
  packName: z.string().trim().max(100),
  copies: z.number(),
  fen: z.number(),
  months: z.number(),
  audience: z.enum(offerAudiences),
  saleBegin: time.nullable(),
  saleEnd: time.nullable(),
}

const CatalogueOffer = z.object({
  offerId,
  ...terms,
  /** 1 when it was made; another after every change. */
  versionNo: number,
  offerState,
  changeTime: time,
})
/** An offer as those who run the platform see it. */
export type CatalogueOffer = z.infer<typeof CatalogueOffer>

const TermLine = z.object({ label: z.string(), before: z.string().nullable(), after: z.string() })

const OfferVersion = z.object({
  versionNo: number,
  offerDeed,
  /** What it changed of the version before; of the first all there is. */
  lineArray: z.array(TermLine),
  makeTime: time,
  madeBy: z.string(),
  /** The second operator, where there must be one. */
  agreedBy: z.string().nullable(),
  reason: z.string().nullable(),
})
/** A version of an offer: what was changed, by whom and why. */
export type OfferVersion = z.infer<typeof OfferVersion>

const OfferProposal = z.object({
  proposalId,
  offerId,
  packName: z.string(),
  offerDeed,
  lineArray: z.array(TermLine),
  reason: z.string(),
  proposedBy: z.string(),
  /** Proposed by whoever asks, who cannot agree to it. */
  isOwn: flag,
  proposeTime: time,
  lapseTime: time,
})
/** A change of the catalogue that waits for a second operator. */
export type OfferProposal = z.infer<typeof OfferProposal>

/** 0: it waits for a second operator. */
const isDone = flag
const changing = ['field/invalid', 'offer/not-found', 'offer/changed', 'proposal/pending'] as const

/** Issue 18: what the platform sells, for those who run it (ADR 0075). */
export const catalogue = callsUnder('/operator/api', { access: 'operator' })({
  listCatalogue: {
    summary: '全部套餐（份数少的在前），按名称或编号、售卖状态查找',
    input: z.object({ search: z.string().trim().max(100).optional(), offerState: offerState.optional() }),
    output: z.object({ offerArray: z.array(CatalogueOffer) }),
  },
  getCatalogueOffer: {
    summary: '一个套餐：现行内容、售出与待付款的订单数、每次修改的内容和经手人',
    input: z.object({ offerId }),
    output: CatalogueOffer.extend({
      soldNumber: number,
      waitingNumber: number,
      /** Whether another operator must agree to a change. */
      needsSecond: flag,
      /** The newest first. */
      versionArray: z.array(OfferVersion),
    }),
    refuses: ['offer/not-found'],
  },
  weighOffer: {
    summary: '新增或修改套餐之前：改动的内容、不受影响的待付款订单数，是否须第二人',
    input: z.object({ offerId: offerId.optional(), ...terms }),
    output: z.object({ lineArray: z.array(TermLine), waitingNumber: number, needsSecond: flag }),
    refuses: ['field/invalid', 'offer/not-found'],
  },
  saveOffer: {
    summary: '新增套餐，或将其修改为新的版本，已提交的订单不变；须两人的，等待第二人',
    /** With an `offerId` the version that is changed. */
    input: z.object({ offerId: offerId.optional(), versionNo: number.optional(), ...terms, reason }),
    output: z.object({ offerId, isDone }),
    refuses: changing,
  },
  endOfferSale: {
    summary: '立即停售一个套餐，已提交的订单不变；须两人的，等待第二人',
    input: z.object({ offerId, versionNo: number, reason }),
    output: z.object({ isDone }),
    refuses: changing,
  },
  listOfferProposals: {
    summary: '等待第二人的套餐改动（最早的在前）',
    output: z.object({ proposalArray: z.array(OfferProposal) }),
  },
  agreeOfferProposal: {
    summary: '同意他人提出的套餐改动，随即生效；不能是提出的人',
    input: z.object({ proposalId }),
    refuses: ['proposal/not-found', 'proposal/changed', 'operator/second-person', 'offer/changed'],
  },
  refuseOfferProposal: {
    summary: '不同意套餐改动，原因留存；提出的人以此撤回',
    input: z.object({ proposalId, reason }),
    refuses: ['proposal/not-found', 'proposal/changed', 'field/invalid'],
  },
})
