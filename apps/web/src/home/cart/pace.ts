import { countText } from '@moqi/domain/labels/count-text'
import type { Offer } from '@moqi/api/order'

/** How long so many 份 last at a pace a month, and what would be left when their term ends; null at no pace. */
export function paceOf({ copies, months }: Pick<Offer, 'copies' | 'months'>, monthlyUse: number): string | null {
  if (monthlyUse <= 0) return null
  const lasts = copies / monthlyUse
  if (lasts < 1) return '按近90天的用量，不够用1个月'
  if (lasts <= months) return `按近90天的用量，约够${Math.round(lasts)}个月`
  return `按近90天的用量，到期约剩${countText(Math.floor(copies - monthlyUse * months))}份`
}

/** The smallest pack that lasts its term at that pace, else the largest; null at no pace. */
export function fittingOffer(offers: readonly Offer[], monthlyUse: number): string | null {
  if (monthlyUse <= 0 || offers.length < 2) return null
  const found = offers.find(({ copies, months }) => copies >= monthlyUse * months)
  return (found ?? offers.at(-1))?.offerId ?? null
}
