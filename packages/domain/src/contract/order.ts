import { hasLeft, type PartyState } from './party-lifecycle.ts'

/** 顺序签署 or 同时签署 (checklist C59). */
export const signOrderTypes = ['order', 'disorder'] as const
/** In which order parties sign: a member of `signOrderTypes`. */
export type SignOrderType = (typeof signOrderTypes)[number]

/** A party's place in the order: 1 comes first, equal numbers sign side by side. */
export type OrderedParty = { readonly signOrder: number; readonly state: PartyState }

/** Whether an order has parties that sign side by side in one of its turns: 混合签署. */
export const isMixedOrder = (signOrderType: SignOrderType, turns: readonly number[]): boolean =>
  signOrderType === 'order' && new Set(turns).size < turns.length

/** The waiting parties whose turn has come, in the given order; none once a party has refused, expired or closed. */
export function partiesToOpen<P extends OrderedParty>(parties: readonly P[], signOrderType: SignOrderType): P[] {
  const active = parties.filter((party) => !hasLeft(party))
  if (active.some(({ state }) => state === 'rejected' || state === 'expired' || state === 'closed')) return []
  const unsigned = active.filter(({ state }) => state !== 'signed')
  const turn = Math.min(...unsigned.map(({ signOrder }) => signOrder))
  return unsigned.filter(
    ({ state, signOrder }) => state === 'waiting' && (signOrderType === 'disorder' || signOrder === turn),
  )
}

/**
 * Whether every party has signed; a party that left counts through whoever took its place, no party at all never does.
 */
export function allSigned(parties: readonly OrderedParty[]): boolean {
  const active = parties.filter((party) => !hasLeft(party))
  return active.length > 0 && active.every(({ state }) => state === 'signed')
}

const precedence: Readonly<Record<PartyState, number>> = {
  toSign: 0,
  approvalFailed: 0,
  approving: 1,
  waiting: 2,
  signed: 3,
  rejected: 3,
  expired: 3,
  closed: 3,
  transferred: 3,
  replaced: 3,
  removed: 3,
}

/**
 * Which of one person's entries in one contract and space the row shows (checklist I4): the one now open, else the
 * first unfinished, else the first. A null state is an entry that does not sign. Undefined only for no entries.
 */
export function rowEntry<E extends { readonly state: PartyState | null }>(entries: readonly E[]): E | undefined {
  const rank = ({ state }: E) => (state === null ? precedence.signed : precedence[state])
  return entries.reduce<E | undefined>(
    (best, entry) => (best === undefined || rank(entry) < rank(best) ? entry : best),
    undefined,
  )
}
