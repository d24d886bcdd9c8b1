import { orderStateLabels } from '@moqi/domain/labels/status-labels'
import type { OrderState } from '@moqi/domain/orders/order-lifecycle'
import { orderTones } from '../../kit/orders/order-tones.ts'
import { Tag } from '../../ui/tag.tsx'

/** Where an order stands. */
export const OrderTag = ({ state }: { state: OrderState }) => (
  <Tag tone={orderTones[state]}>{orderStateLabels[state]}</Tag>
)

/** The page of one order. */
export const soldOrderPath = (orderId: string): string => `/orders/one?${new URLSearchParams({ orderId })}`
