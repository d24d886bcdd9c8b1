import type { Delivery } from '@moqi/api/delivery'
import type { Tone } from '../../ui/tag.tsx'

/** How a message stands, as its tag shows it. */
export const deliveryStates: Readonly<Record<Delivery['deliveryState'], readonly [Tone, string]>> = {
  waiting: ['grey', '待发送'],
  sent: ['blue', '已发出'],
  delivered: ['green', '已送达'],
  failed: ['seal', '未送达'],
  late: ['void', '已失效'],
}
