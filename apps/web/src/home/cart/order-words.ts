import { countText } from '@moqi/domain/labels/count-text'
import type { OrderDetail } from '@moqi/api/order'
import { orderStateLabels } from '@moqi/domain/labels/status-labels'
import { formatDate } from '@moqi/domain/time/format-date'
import { yuan } from '../../ui/amount.ts'

type State = OrderDetail['orderState']
type Head = { title?: string; says: string }

const heads: Readonly<Record<State, (order: OrderDetail) => Head>> = {
  created: waiting,
  voucherReview: () => ({ says: '已收到汇款凭证，2个工作日内审完，通过后份数立即到账。' }),
  paid: () => ({ title: '已支付，正在到账', says: '一般几秒内到账；仍未到账请联系客服，付款不会丢失。' }),
  done: credited,
  refunding: (order) => ({ says: `${sumOf(order)} 正在退回，${copiesOf(order)}份已停用。` }),
  refunded: (order) => ({ says: `${sumOf(order)} 已原路退回。` }),
  cancelled: () => ({ says: '订单已取消。若取消后仍有付款到达，将原路退回。' }),
  closed: () => ({ says: '超时未支付，订单已自动关闭。若关闭后仍有付款到达，将原路退回。' }),
}

/** The head of an order's page: what comes next, and what that means. */
export function headOf(order: OrderDetail): Required<Head> {
  const { title = orderStateLabels[order.orderState], says } = heads[order.orderState](order)
  return { title, says }
}

const sumOf = ({ fen }: OrderDetail) => `¥${yuan(fen)}`
const copiesOf = ({ copies }: OrderDetail) => countText(copies)

function waiting({ voucherFault, payWay, endTime }: OrderDetail): Head {
  if (voucherFault !== null) return { title: '凭证驳回，请重新上传', says: `原因：${voucherFault}` }
  if (payWay === 'online') return { title: '请尽快完成支付', says: '超时未支付，订单自动关闭，不产生费用。' }
  return {
    title: `请在 ${formatDate(endTime, '{y}-{m}-{d}')} 前汇款`,
    says: '对公转账的订单保留10天；汇款后上传凭证，2个工作日内审完。',
  }
}

function credited(order: OrderDetail): Head {
  const { refundFault, refundUntil } = order
  if (refundFault !== null) return { says: `退款未通过：${refundFault}。份数已恢复，可继续使用。` }
  const came = `${copiesOf(order)}份已到账`
  if (refundUntil === null) return { says: `${came}。` }
  return { says: `${came}，一份未用，${formatDate(refundUntil, '{y}-{m}-{d} {h}:{i}')} 前可申请退款。` }
}
