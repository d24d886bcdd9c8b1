/** What is left, of how much, and what of it ends soon: 份. */
export type Quota = {
  surplus: number
  endingNumber: number
  packArray: readonly { total: number; remaining: number }[]
}

/** Whether somebody has to buy: a tenth or five 份 are left of the packs in use, or some end within 30 days. */
export function lowQuota({ surplus, endingNumber, packArray }: Quota): boolean {
  const total = packArray.filter(({ remaining }) => remaining > 0).reduce((sum, pack) => sum + pack.total, 0)
  return surplus <= Math.max(5, total / 10) || endingNumber > 0
}
