import { Refusal } from '../refusal.ts'
import { dayMs } from '../time/civil-date.ts'

/** A bought or given pack of launches: how many 份 are left in it, and until when (ms); null holds for ever. */
export type QuotaPack = { readonly packId: string; readonly remaining: number; readonly expiresAt: number | null }

/** Kinds of packs: 体验, given once after real-name authentication, one given by the platform, and one bought. */
export type PackKind = 'trial' | 'gift' | 'bought'

/** Packs as pages name those that have no name of their own. */
export const packKindLabels: Readonly<Record<PackKind, string>> = { trial: '体验', gift: '赠送', bought: '购买' }

/** Kinds of ledger lines (domain 5.9). */
export type LedgerKind = 'purchase' | 'gift' | 'send' | 'recallRefund' | 'expire' | 'refund' | 'adjust'

/** Kinds of ledger lines as the bill names them (domain 7.7). */
export const ledgerKindLabels: Readonly<Record<LedgerKind, string>> = {
  purchase: '购买',
  gift: '赠送',
  send: '发起扣减',
  recallRefund: '撤回返还',
  expire: '到期清零',
  refund: '退款扣减',
  adjust: '人工调整',
}

/** A line to append: `change` in 份 (signed), and the pack as it is afterwards. */
export type LedgerChange = { readonly kind: LedgerKind; readonly change: number; readonly pack: QuotaPack }

/** What the pack lives on when 份 come back to it after its end (domain 5.9). */
const extraMs = 30 * dayMs

const isOver = ({ expiresAt }: QuotaPack, now: number) => expiresAt !== null && expiresAt <= now
const isUsable = (pack: QuotaPack, now: number) => pack.remaining > 0 && !isOver(pack, now)
const endOf = ({ expiresAt }: QuotaPack) => expiresAt ?? Infinity

/** Launches left in packs that have not expired, in 份. */
export const surplusOf = (packs: readonly QuotaPack[], now: number): number =>
  packs.filter((pack) => isUsable(pack, now)).reduce((sum, { remaining }) => sum + remaining, 0)

/**
 * Takes one 份 from the pack that expires first, of equals the first given. Throws `contract/quota` when none is left.
 */
export function spendOne(packs: readonly QuotaPack[], now: number): LedgerChange {
  const usable = packs.filter((pack) => isUsable(pack, now))
  const end = Math.min(...usable.map(endOf))
  const first = usable.find((pack) => endOf(pack) === end)
  if (first === undefined) throw new Refusal('contract/quota')
  return {
    kind: 'send',
    change: -1,
    pack: { packId: first.packId, remaining: first.remaining - 1, expiresAt: first.expiresAt },
  }
}

/**
 * Gives one 份 back to the pack it came from. A pack that has expired is cleared first, so that nothing else in it comes
 * to life again, and then lives 30 more days from now (domain 5.9).
 */
export function refundOne(pack: QuotaPack, now: number): LedgerChange[] {
  const expiry = expirePack(pack, now)
  const { packId, remaining } = expiry?.pack ?? pack
  const expiresAt = isOver(pack, now) ? now + extraMs : pack.expiresAt
  const refund = { kind: 'recallRefund', change: 1, pack: { packId, remaining: remaining + 1, expiresAt } } as const
  return expiry === null ? [refund] : [expiry, refund]
}

/** Empties a pack whose time is over; null when there is nothing to clear. */
export function expirePack(pack: QuotaPack, now: number): LedgerChange | null {
  if (!isOver(pack, now) || pack.remaining === 0) return null
  return { kind: 'expire', change: -pack.remaining, pack: { ...pack, remaining: 0 } }
}

/** Takes all that is left out of a pack whose price is asked back; it holds no longer than `now`. */
export const withdrawPack = (pack: QuotaPack, now: number): LedgerChange => ({
  kind: 'refund',
  change: -pack.remaining,
  pack: { packId: pack.packId, remaining: 0, expiresAt: now },
})

/** Puts back what `withdrawPack` took, where the price is not given back after all. */
export const restorePack = (pack: QuotaPack, copies: number, expiresAt: number): LedgerChange => ({
  kind: 'adjust',
  change: copies,
  pack: { packId: pack.packId, remaining: copies, expiresAt },
})

/** Takes unused 份 out of a pack. Throws `quota/pack-changed` where it has fewer by now, or is over. */
export function takeBack(pack: QuotaPack, copies: number, now: number): LedgerChange {
  if (isOver(pack, now) || pack.remaining < copies) throw new Refusal('quota/pack-changed')
  return { kind: 'adjust', change: -copies, pack: { ...pack, remaining: pack.remaining - copies } }
}
