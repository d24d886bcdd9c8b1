import type { Counter } from '@moqi/domain/contract/categories'
import type { SealPages } from '@moqi/domain/contract/cross-page'
import type { NumberBounds } from '@moqi/domain/contract/fill-in'
import type { Control } from '@moqi/domain/contract/controls'
import type { ContractKind, ContractState } from '@moqi/domain/contract/contract-lifecycle'
import type { SignOrderType } from '@moqi/domain/contract/order'
import type { PartyKind } from '@moqi/domain/contract/party-kind'
import type { PartyState } from '@moqi/domain/contract/party-lifecycle'
import type { RowStatus } from '@moqi/domain/contract/row-policy'
import type { SignKind } from '@moqi/domain/contract/sign-kind'
import type { VoidState } from '@moqi/domain/contract/void-lifecycle'
import type { WillKind } from '@moqi/domain/contract/will-kind'
import type { LogEvent } from '@moqi/domain/labels/log-verbs'
import type { Generated } from 'kysely'

/**
 * Contracts, in the tenant that launched them, and the rows by which accounts of any tenant see them. Times are ms
 * since epoch, lengths in mm.
 */
export type ContractTables = {
  contract: {
    tenant_id: string
    contract_id: string
    contract_no: string
    subject: string
    kind: ContractKind
    state: ContractState
    void_state: VoidState
    /** The contract that an agreement voids; null of any other. */
    origin_contract_id: string | null
    sign_order_type: SignOrderType
    remark: string | null
    sign_expire_at: number | null
    contract_end_at: number | null
    /** What it is about in 分, as its initiator wrote it. */
    amount: number | null
    initiator_account_id: string
    initiator_sign_id: string
    initiator_name: string
    initiator_company: string | null
    company_id: string | null
    version: number
    close_reason: string | null
    closed_by: string | null
    created_at: number
    sent_at: number | null
    finished_at: number | null
    next_log: number
    /** Whether contract_cc has rows of it. */
    has_cc: Generated<boolean>
    /** When the certificate of the newest archive time-stamp ends. */
    archived_until: number | null
    /** When its initiator was last told that nobody touches the draft. */
    idle_told_at: number | null
    /** The batch it was sent in: whoever has several of its contracts hears of them together. */
    batch_id: string | null
    /** Sending it adds its other parties to the launcher's address book. */
    save_contacts: boolean
  }
  /** `name` is what the contract calls the file, when not as it was uploaded. */
  contract_file: { tenant_id: string; contract_id: string; position: number; file_id: string; name: string | null }
  contract_attachment: {
    tenant_id: string
    contract_id: string
    position: number
    file_id: string
    name: string | null
  }
  contract_cc: {
    tenant_id: string
    contract_id: string
    cc_no: number
    name: string
    phone: string
    /** Of whom the copy is for as a company's member. */
    company_name: string | null
    told_when: 'send' | 'finish'
    sign_id: string
    cc_tenant_id: string | null
    account_id: string | null
    told_at: number | null
  }
  party: {
    tenant_id: string
    contract_id: string
    party_no: number
    sign_order: number
    kind: PartyKind
    name: string
    phone: string
    company_name: string | null
    /** Of the company, if the initiator gave one. */
    credit_code: string | null
    /** Of the id number the initiator gave, if any: its keyed hash and its mask. */
    identity_hash: string | null
    identity_mask: string | null
    /** What it is asked to sign with. */
    sign_kind: SignKind
    state: PartyState
    will_kind: WillKind
    private_message: string | null
    forced_reading: boolean
    /** When the whole document had been read, as the party's page reports it. */
    reading_done_at: number | null
    sign_id: string
    party_tenant_id: string | null
    account_id: string | null
    read_at: number | null
    signed_at: number | null
    /** Where the party wants word of the finished file, if anywhere. */
    finished_mail: string | null
  }
  /** What a party is asked to hand in before it signs. */
  paper_demand: {
    tenant_id: string
    contract_id: string
    party_no: number
    demand_no: number
    name: string
    note: string | null
    required: boolean
  }
  /** An upload of a party's, which it has handed in. */
  handed_paper: {
    tenant_id: string
    contract_id: string
    party_no: number
    demand_no: number
    file_id: string
    handed_at: number
  }
  /** What a party was told and when: its turn, urging, and corrections of its phone. */
  party_contact: {
    tenant_id: string
    contract_id: string
    party_no: number
    opened_at: number | null
    urged_at: number | null
    phone_changes: Generated<number>
    phone_changed_at: number | null
    /** How often the party has looked while its turn lasted, and when last. */
    looks: Generated<number>
    looked_at: number | null
  }
  area: {
    tenant_id: string
    contract_id: string
    area_id: string
    file_id: string
    party_no: number
    page: number
    x: number
    y: number
    width: number
    height: number
    control: Control
    required: boolean
    format: string | null
    value: string | null
    label: string | null
    bounds: NumberBounds | null
    pages: SealPages | null
  }
  entry: {
    tenant_id: string
    sign_id: string
    account_id: string | null
    home_tenant_id: string
    contract_id: string
    party_no: number | null
    is_initiator: boolean
  }
  inbox: {
    tenant_id: string
    account_id: string
    contract_id: string
    home_tenant_id: string
    sign_id: string
    row_status: RowStatus
    is_initiator: boolean
    party_state: PartyState | null
    contract_state: ContractState
    void_state: VoidState
    kind: ContractKind
    contract_no: string
    subject: string
    initiator_name: string
    party_names: string
    sign_expire_at: number | null
    created_at: number
    sent_at: number | null
    finished_at: number | null
    changed_at: number
    /** When its viewer put it into the recycle bin. */
    binned_at: Generated<number | null>
  }
  inbox_count: { tenant_id: string; account_id: string; category: Counter; number: number }
  contract_log: {
    tenant_id: string
    contract_id: string
    log_no: number
    at: number
    account_id: string | null
    who: string
    verb: LogEvent
    detail: string | null
    address: string | null
    user_agent: string | null
    /** The line's own hash; its place in its tenant's chain and the chain's hash after it, null until sequenced. */
    line_hash: Buffer
    seq: number | null
    chain_hash: Buffer | null
  }
}
