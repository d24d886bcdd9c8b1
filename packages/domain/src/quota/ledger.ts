import { Refusal } from '../refusal.ts'

/** A bought or given pack of launches: `surplus` in 份, `expireTime` in ms. */
export type QuotaPack = { readonly packId: string; readonly surplus: number; readonly expireTime: number }

/** Kinds of ledger lines (domain 5.9). */
export const ledgerKinds = ['purchase', 'gift', 'send', 'recallRefund', 'expire', 'refund', 'adjust'] as const
/** Why a ledger entry was made. */
export type LedgerKind = (typeof ledgerKinds)[number]

/** The Chinese name of a ledger line (domain 7.7). */
export const ledgerLabels: Readonly<Record<LedgerKind, string>> = {
  purchase: '购买',
  gift: '赠送',
  send: '发起扣减',
  recallRefund: '撤回返还',
  expire: '到期清零',
  refund: '退款',
  adjust: '调整',
}

/** A line to append: `change` in 份 (signed), and the pack as it is afterwards. */
export type LedgerChange = { readonly kind: LedgerKind; readonly change: number; readonly pack: QuotaPack }

const dayMs = 86_400_000
const valid = (pack: QuotaPack, now: number) => now < pack.expireTime && pack.surplus > 0

/** Launches left in packs that have not expired, in 份. */
export const surplusOf = (packs: readonly QuotaPack[], now: number): number =>
  packs.filter((pack) => valid(pack, now)).reduce((sum, pack) => sum + pack.surplus, 0)

/** Takes one 份 from the pack that expires first. Throws `contract/quota` when none is left. */
export function spendOne(packs: readonly QuotaPack[], now: number): LedgerChange {
  const first = packs
    .filter((pack) => valid(pack, now))
    .reduce<QuotaPack | undefined>(
      (earliest, pack) => (earliest === undefined || pack.expireTime < earliest.expireTime ? pack : earliest),
      undefined,
    )
  if (first === undefined) throw new Refusal('contract/quota')
  return { kind: 'send', change: -1, pack: { ...first, surplus: first.surplus - 1 } }
}

/** Gives one 份 back to the pack it came from; an expired pack lives 30 more days from now (domain 5.9). */
export function refundOne(pack: QuotaPack, now: number): LedgerChange {
  const expired = now >= pack.expireTime
  const expireTime = expired ? now + 30 * dayMs : pack.expireTime
  return { kind: 'recallRefund', change: 1, pack: { ...pack, surplus: pack.surplus + 1, expireTime } }
}

/** Empties a pack whose time is over; null when there is nothing to clear. */
export function expirePack(pack: QuotaPack, now: number): LedgerChange | null {
  if (now < pack.expireTime || pack.surplus === 0) return null
  return { kind: 'expire', change: -pack.surplus, pack: { ...pack, surplus: 0 } }
}

/** Whether to warn of few launches: five or fewer, or a tenth of what was bought (份). */
export const isLow = (surplus: number, bought: number): boolean => surplus <= 5 || surplus * 10 <= bought

/** The days before a pack's end on which a warning is sent. */
export const expiryWarningDays = [30, 7, 1] as const

/** The text when nothing is left at sending (domain 5.9). */
export const quotaText = '剩余发起签署份数不足，请购买套餐后再发送'
