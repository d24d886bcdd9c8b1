import { Refusal } from '@moqi/domain/refusal'
import type { ApprovalRecord } from '@moqi/evidence/log-record'
import { isOpenTo } from '#src/cores/contract/apply-change.ts'
import { partyOf, type PartyRow, type StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { ProvenWill } from '#src/cores/signer/will.ts'
import type { Change, LogEntry } from '#src/cores/contract/decision.ts'

/** Which application for which party; `note` is what all who may read the contract's log read of it. */
type About = { approvalId: string; partyNo: number; note?: string | null }

const record = ({ approvalId, partyNo, note = null }: About, will: ProvenWill = []): string =>
  JSON.stringify({ note, approvalId, partyNo, will: [...will] } satisfies ApprovalRecord)

const line = (verb: LogEntry['verb'], about: About, will?: ProvenWill): LogEntry => ({
  verb,
  detail: record(about, will),
})

/** The party whose application is being decided. Throws `approval/changed` when it is not, or not any more. */
function applying(stored: StoredContract, { partyNo }: About): PartyRow {
  const party = partyOf(stored, partyNo)
  if (party.state !== 'approving') throw new Refusal('approval/changed')
  return party
}

/** What an application does to the contract. Throws `contract/changed` unless the party could sign now. */
export function submitting(stored: StoredContract, about: About, now: number): Change {
  const party = partyOf(stored, about.partyNo)
  if (!isOpenTo(stored.contract, party, now, 'submitApproval')) throw new Refusal('contract/changed')
  return {
    moves: [{ of: 'party', partyNo: party.party_no, event: 'submitApproval' }],
    log: [line('submitApproval', about)],
  }
}

/** What an agreement does to the contract: the log has it. Throws `contract/changed` when it comes too late. */
export function agreeing(stored: StoredContract, about: About, will: ProvenWill, now: number): Change {
  const party = applying(stored, about)
  if (!isOpenTo(stored.contract, party, now, 'approvalPassed')) throw new Refusal('contract/changed')
  return { log: [line('approve', about, will)] }
}

/** What a refusal does to the contract: the party may apply again, sign otherwise or refuse. */
export function refusing(stored: StoredContract, about: About): Change {
  const { party_no: partyNo } = applying(stored, about)
  return { moves: [{ of: 'party', partyNo, event: 'approvalRefused' }], log: [line('refuse', about)] }
}

/** What withdrawing an application does to the contract: it is the party's turn as before. */
export function recalling(stored: StoredContract, about: About): Change {
  const { party_no: partyNo } = applying(stored, about)
  return { moves: [{ of: 'party', partyNo, event: 'recallApproval' }], log: [line('recallApproval', about)] }
}
