import type { ContractEvent } from '@moqi/domain/contract/contract-lifecycle'
import type { PartyEvent } from '@moqi/domain/contract/party-lifecycle'
import type { LogEvent } from '@moqi/domain/labels/log-verbs'
import type { AboutContract, NoticeFacts, NoticeKind } from '@moqi/domain/messages/notice-facts'
import type { JobRequest } from '#src/platform/jobs/jobs.ts'
import type { CcRow, ContractRow, PartyRow, StoredContract } from './contract-rows.ts'
import type { EntryChange } from './entry-changes.ts'
import type { RowMove } from './inbox.ts'
import type { Concerned } from './notify-people.ts'
import type { ContactNote } from './party-contacts.ts'

/** An event of the contract or of one of its parties. What follows from it by law, `applyDecision` adds. */
export type Move =
  | { of: 'contract'; event: Exclude<ContractEvent, 'signed' | 'allSigned' | 'reject'> }
  | { of: 'party'; partyNo: number; event: Exclude<PartyEvent, 'open' | 'expire' | 'close'> }

/** Columns of a contract that are written with a new version: whoever has its draft open must read it anew. */
export type ContractFields = Partial<
  Pick<
    ContractRow,
    | 'subject'
    | 'contract_no'
    | 'remark'
    | 'sign_expire_at'
    | 'contract_end_at'
    | 'amount'
    | 'sign_order_type'
    | 'save_contacts'
    | 'has_cc'
    | 'close_reason'
    | 'closed_by'
    | 'initiator_account_id'
    | 'initiator_name'
  >
>

/** Columns that are notes about a contract and no change of it: its version stays. */
export type ContractNotes = Partial<Pick<ContractRow, 'idle_told_at'>>

/** Columns of a party that no event writes. */
export type PartyFields = Partial<Omit<PartyRow, 'tenant_id' | 'contract_id' | 'party_no' | 'state' | 'signed_at'>>

/** One line of the contract's log; `detail` is shown with it. */
export type LogEntry = { verb: LogEvent; detail?: string | null }

/** A message to people whom the contract concerns; `once` names it, so that a second of that name is none. */
export type Telling<K extends NoticeKind> = {
  kind: K
  people: readonly Concerned[]
  once?: string
  /** Of a batch's contracts that come to it on the day of this time (ms), people hear together. */
  together?: number
  /** Parties that get a ticket until that time (ms), if they have no account or came in by one before. */
  links?: { parties: readonly PartyRow[]; until: number }
  /** `url` leads that person to the contract, for the messages that say where. */
  factsOf: (about: AboutContract, url: string) => NoticeFacts[K]
}
/** A telling of any kind. */
export type AnyTelling = { [K in NoticeKind]: Telling<K> }[NoticeKind]

/** What one decision does to one contract. Nothing named, nothing done. */
export type Change = {
  moves?: readonly Move[]
  set?: ContractFields
  note?: ContractNotes
  parties?: readonly { partyNo: number; set: PartyFields }[]
  /** Copy recipients who turn out to be somebody known. */
  recipients?: readonly { ccNo: number; set: Partial<Pick<CcRow, 'cc_tenant_id' | 'account_id'>> }[]
  /** New parties, with numbers of their own. */
  joining?: readonly PartyRow[]
  /** Handles that are given, moved or taken away, in this order, after the rows are written. */
  entries?: readonly EntryChange[]
  /** What is noted of messages to parties: when each was asked, urged, and its phone corrected. */
  contacts?: readonly ContactNote[]
  /** Parties that are asked again to sign, by number; those whose turn comes are asked without being named. */
  ask?: readonly number[]
  /** Copies go to whom they were promised at this moment. */
  copies?: CcRow['told_when']
  /** Viewers' own list rows that go into the recycle bin, come out of it, or go for good. */
  rows?: readonly RowMove[]
  /** Its files, their text or places have changed, so that it is found by other words. */
  content?: true
  log?: readonly LogEntry[]
  tell?: readonly AnyTelling[]
  /** One 份 of the contract's space: spent when it is sent, given back when nobody signed. */
  quota?: 'spend' | 'refund'
  jobs?: readonly JobRequest[]
}

/** A pure decision about a contract: what changes, and what the caller is answered of how it is then. */
export type Decision<A> = Change & { answer: (after: StoredContract) => A }
