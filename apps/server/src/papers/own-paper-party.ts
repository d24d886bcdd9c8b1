import { Refusal } from '@moqi/domain/refusal'
import { isOpenTo } from '#src/cores/contract/apply-change.ts'
import type { PartyRow, StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { Entry } from '#src/cores/contract/entry.ts'

/**
 * The own party, while it may hand in and take back: from its turn to sign until it has signed or asked for a seal.
 * Throws `contract/not-signable`.
 */
export function ownPaperParty({ contract, parties }: StoredContract, entry: Entry, now: number): PartyRow {
  const own = parties.find(({ party_no }) => party_no === entry.partyNo)
  if (own && isOpenTo(contract, own, now)) return own
  throw new Refusal('contract/not-signable', { message: '轮到您签署后、提交签署前，才能提交或撤下附件' })
}
