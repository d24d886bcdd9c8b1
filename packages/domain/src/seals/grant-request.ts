import { lifecycle, type StateOf } from '../lifecycle.ts'
import type { GrantNamed, GrantScope, SealedContract } from './seal-grant.ts'

/** A member's asking to be let use a seal; `end` is the end of the contract, of the membership or of the seal. */
export const grantRequestLifecycle = lifecycle({
  refusal: 'seal/grant-request-changed',
  initial: 'pending',
  table: {
    pending: { grant: 'granted', refuse: 'refused', withdraw: 'withdrawn', end: 'ended' },
    granted: {},
    refused: {},
    withdrawn: {},
    ended: {},
  },
})
/** A state of a request for a seal's authorisation. */
export type GrantRequestState = StateOf<typeof grantRequestLifecycle>

/** What somebody may ask to use a seal for, seen from the contract that lacks it. */
export const grantWishes = {
  contract: '仅本合同',
  counterparts: '与本合同相对方的合同',
  template: '同一模板的合同',
} as const
/** A key of `grantWishes`. */
export type GrantWish = keyof typeof grantWishes

/** The contract that lacks a seal; `template` is the company's own that it was made from. */
export type WishedFor = Pick<SealedContract, 'contractId' | 'counterparts'> & {
  readonly subject: string
  readonly template: GrantNamed | null
}

/** What may be asked for from this contract. */
export const wishesFor = ({ counterparts, template }: Pick<WishedFor, 'counterparts' | 'template'>): GrantWish[] => [
  'contract',
  ...(counterparts.length > 0 ? (['counterparts'] as const) : []),
  ...(template === null ? [] : (['template'] as const)),
]

/** The grant that a wish comes to. */
export function grantWished(
  wish: GrantWish,
  { contractId, subject, counterparts, template }: WishedFor,
): { scope: GrantScope; named: readonly GrantNamed[]; counterparts: readonly string[] } {
  if (wish === 'counterparts') return { scope: 'all', named: [], counterparts }
  if (wish === 'template') return { scope: 'templates', named: template === null ? [] : [template], counterparts: [] }
  return { scope: 'contract', named: [{ id: contractId, name: subject }], counterparts: [] }
}
