import type { Look } from '@moqi/api/tenant'
import { lookParts } from '@moqi/domain/operators/look-rules'
import { proposalKinds } from '@moqi/domain/operators/proposal'
import { changeText, offerDeeds } from '@moqi/domain/orders/offer-terms'
import { Refusal } from '@moqi/domain/refusal'
import { type ListCalls, moment, sheet } from './list-sheet.ts'

/** Something that waits for a second operator, of a space or of the catalogue. */
type Waiting = { kind: string; of: string; what: string; reason: string; by: string; from: number; until: number }

/** Who looked where and why, and what waits for somebody else's word. */
export const recordSheets = ({ listLooks, listProposals, listOfferProposals }: ListCalls) => ({
  looks: sheet<Look>(
    [
      ['运营人员', 20, ({ operatorName }) => operatorName],
      ['原因', 50, ({ reason }) => reason],
      ['工单号', 20, ({ ticket }) => ticket ?? ''],
      ['开始时间', 20, ({ startTime }) => moment(startTime)],
      ['结束时间', 20, ({ endTime }) => moment(endTime)],
      ['打开的内容', 50, ({ partArray }) => partArray.map((part) => lookParts[part]).join('、')],
    ],
    async (deps, operator, { tenantId, cursor }) => {
      // Looks are the space's own rows: there is no list of all.
      if (tenantId === undefined) throw new Refusal('request/invalid')
      const { lookArray: rows, nextCursor } = await listLooks(deps, operator, { tenantId, ...(cursor && { cursor }) })
      return { rows, nextCursor }
    },
  ),
  proposals: sheet<Waiting>(
    [
      ['申请', 16, ({ kind }) => kind],
      ['对象', 36, ({ of }) => of],
      ['内容', 60, ({ what }) => what],
      ['原因', 50, ({ reason }) => reason],
      ['提出人', 20, ({ by }) => by],
      ['提出时间', 20, ({ from }) => moment(from)],
      ['作废时间', 20, ({ until }) => moment(until)],
    ],
    async (deps, operator, { cursor }) => {
      const { proposalArray, nextCursor } = await listProposals(deps, operator, cursor ? { cursor } : {})
      const ofSpaces = proposalArray.map((one) => ({
        kind: proposalKinds[one.proposalKind],
        of: one.spaceName,
        what: one.what ?? '',
        reason: one.reason,
        by: one.proposedBy,
        from: one.proposeTime,
        until: one.lapseTime,
      }))
      if (cursor) return { rows: ofSpaces, nextCursor }
      const { proposalArray: offers } = await listOfferProposals(deps, operator, {})
      const ofOffers = offers.map((one) => ({
        kind: offerDeeds[one.offerDeed],
        of: one.packName,
        what: changeText(one.lineArray),
        reason: one.reason,
        by: one.proposedBy,
        from: one.proposeTime,
        until: one.lapseTime,
      }))
      return { rows: [...ofOffers, ...ofSpaces], nextCursor }
    },
  ),
})
