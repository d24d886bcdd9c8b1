import type { CatalogueOffer } from '@moqi/api/catalogue'
import type { Transfer } from '@moqi/api/operator'
import type { AwaitedInvoice } from '@moqi/api/operator-invoice'
import type { SoldOrder } from '@moqi/api/operator-order'
import { keysOf } from '@moqi/domain/keys-of'
import { orderStateLabels } from '@moqi/domain/labels/status-labels'
import { invoiceKindLabels } from '@moqi/domain/orders/invoice-title'
import { orderLifecycle } from '@moqi/domain/orders/order-lifecycle'
import { offerAudienceLabels, offerStateLabels } from '@moqi/domain/orders/pack-offer'
import { payWayLabels } from '@moqi/domain/orders/pay-way'
import { type ListCalls, moment, oneOf, sheet, withSearch, yuan } from './list-sheet.ts'

/** What is sold and paid: the catalogue, orders, transfers, invoices. */
export const moneySheets = ({ listTransfers, listAwaitedInvoices, findOrders, listCatalogue }: ListCalls) => ({
  transfers: sheet<Transfer>(
    [
      ['买家', 36, ({ ownerName }) => ownerName],
      ['订单号', 24, ({ orderNo }) => orderNo],
      ['套餐', 20, ({ packName }) => packName],
      ['份数', 10, ({ copies }) => String(copies)],
      ['金额（元）', 14, ({ fen }) => yuan(fen)],
      ['待办', 12, ({ todo }) => (todo === 'review' ? '待审凭证' : '待退回')],
      ['提交时间', 20, ({ createTime }) => moment(createTime)],
      ['退款原因', 30, ({ refundReason }) => refundReason ?? ''],
    ],
    async (deps, operator, asked) => {
      const todo = oneOf(['review', 'return'], asked.state)
      const wished = { ...withSearch(asked), ...(todo && { todo }) }
      const { transferArray: rows, nextCursor } = await listTransfers(deps, operator, wished)
      return { rows, nextCursor }
    },
  ),
  invoices: sheet<AwaitedInvoice>(
    [
      ['申请方', 36, ({ ownerName }) => ownerName],
      ['类型', 14, ({ letter, invoiceType }) => (letter === 'red' ? '红字发票' : invoiceKindLabels[invoiceType])],
      ['抬头', 36, ({ titleName }) => titleName],
      ['税号', 22, ({ taxNo }) => taxNo],
      ['金额（元）', 14, ({ fen }) => yuan(fen)],
      ['订单', 40, ({ orderArray }) => orderArray.map(({ orderNo }) => orderNo).join('、')],
      ['申请时间', 20, ({ askTime }) => moment(askTime)],
      ['红冲原因', 30, ({ redReason }) => redReason ?? ''],
    ],
    async (deps, operator, asked) => {
      const letter = oneOf(['blue', 'red'], asked.state)
      const wished = { ...withSearch(asked), ...(letter && { letter }) }
      const { invoiceArray: rows, nextCursor } = await listAwaitedInvoices(deps, operator, wished)
      return { rows, nextCursor }
    },
  ),
  orders: sheet<SoldOrder>(
    [
      ['订单号', 24, ({ orderNo }) => orderNo],
      ['买家', 36, ({ ownerName }) => ownerName],
      ['套餐', 20, ({ packName }) => packName],
      ['数量', 10, ({ quantity }) => String(quantity)],
      ['份数', 10, ({ copies }) => String(copies)],
      ['金额（元）', 14, ({ fen }) => yuan(fen)],
      ['状态', 12, (row) => orderStateLabels[row.orderState]],
      ['支付方式', 12, (row) => payWayLabels[row.payWay]],
      ['下单时间', 20, ({ createTime }) => moment(createTime)],
      ['支付时间', 20, ({ payTime }) => moment(payTime)],
      ['支付渠道', 16, ({ payThrough }) => payThrough ?? ''],
      ['空间编号', 40, ({ tenantId }) => tenantId],
    ],
    async (deps, operator, { state, payWay, timeStart, timeEnd, ...asked }) => {
      const orderState = oneOf(orderLifecycle.states, state)
      const wished = {
        ...withSearch(asked),
        ...(orderState && { orderState }),
        ...(payWay && { payWay }),
        ...(timeStart !== undefined && { timeStart }),
        ...(timeEnd !== undefined && { timeEnd }),
      }
      const { orderArray: rows, nextCursor } = await findOrders(deps, operator, wished)
      return { rows, nextCursor }
    },
  ),
  catalogue: sheet<CatalogueOffer>(
    [
      ['编号', 40, ({ offerId }) => offerId],
      ['名称', 24, ({ packName }) => packName],
      ['份数', 10, ({ copies }) => String(copies)],
      ['价格（元）', 14, ({ fen }) => yuan(fen)],
      ['有效期（月）', 14, ({ months }) => (months === 0 ? '长期有效' : String(months))],
      ['对象', 14, ({ audience }) => offerAudienceLabels[audience]],
      ['状态', 10, (row) => offerStateLabels[row.offerState]],
      ['开售时间', 20, ({ saleBegin }) => moment(saleBegin)],
      ['停售时间', 20, ({ saleEnd }) => moment(saleEnd)],
      ['版本', 8, ({ versionNo }) => String(versionNo)],
      ['修改时间', 20, ({ changeTime }) => moment(changeTime)],
    ],
    async (deps, operator, { search, state }) => {
      const offerState = oneOf(keysOf(offerStateLabels), state)
      const wished = { ...(search && { search }), ...(offerState && { offerState }) }
      const { offerArray: rows } = await listCatalogue(deps, operator, wished)
      return { rows, nextCursor: null }
    },
  ),
})
