import type { CompanyKind } from '@moqi/domain/identity/company-paper'
import type { AppealReason, AppealState } from '@moqi/domain/spaces/appeal-lifecycle'
import type { CompanyWay } from '@moqi/domain/identity/company-way'
import type { PaymentFault } from '@moqi/domain/identity/reverse-payment'
import type { AuthWay } from '@moqi/domain/identity/person-factors'
import type { PersonPaper } from '@moqi/domain/identity/person-paper'
import type { WillRule } from '@moqi/domain/contract/will-demand'
import type { AuthState } from '@moqi/domain/spaces/company-auth-lifecycle'
import type { CompanyClosingState } from '@moqi/domain/spaces/company-closing'
import type { CompanyStep } from '@moqi/domain/spaces/company-step-lifecycle'
import type { InvitationState } from '@moqi/domain/spaces/invitation-lifecycle'
import type { MembershipState } from '@moqi/domain/spaces/membership-lifecycle'
import type { AdministrationTransferState } from '@moqi/domain/spaces/administration-transfer'
import type { GroupHold } from '@moqi/domain/groups/group-rules'
import type { EntryRule } from '@moqi/domain/spaces/entry-rule'
import type { AuthEnd } from '@moqi/domain/operators/auth-ending'
import type { ColumnType, Generated } from 'kysely'

/** A membership that has ended is no row any more. */
export type LivingMembership = Exclude<MembershipState, 'left' | 'removed'>

/** What ended an authentication, and when (ms). */
export type StoredEnd = AuthEnd & { endingId: string; at: number }

/**
 * Spaces, who belongs to them and how they come to be authenticated; part of the directory. Times are ms since epoch.
 */
export type SpaceTables = {
  space: {
    tenant_id: string
    kind: 'person' | 'company'
    company_id: string | null
    name: string
    credit_code: string | null
    identity_hash: string | null
    auth_status: AuthState
    reject_reason: string | null
    created_at: number
    /** null when it is not, or was before this was recorded. */
    authenticated_at: Generated<number | null>
    /** Of the authentication it passed by; null as above. */
    auth_id: Generated<string | null>
    /** Until when, by its paper; null where that is for good or was not asked. */
    auth_until: Generated<number | null>
    /** When its holder was told of that end. */
    auth_told_at: Generated<number | null>
    /** Of a person: what the PIN must not be, as keyed hashes; null when the birthday was not told. */
    birthday_hashes: Generated<string[] | null>
    /** Of a company: when its members prove their will twice, and from which amount (分) on. */
    will_rule: Generated<WillRule['when']>
    will_amount: Generated<number | null>
    /** Of a company with an identity provider: what its members type to find it. */
    sign_in_code: Generated<string | null>
    /** The administrator whom a provider that fails cannot keep out; null while members may sign in otherwise too. */
    rescuer_id: Generated<string | null>
    /** Why the platform has frozen it, and since when; null while it is not. */
    frozen_reason: Generated<string | null>
    frozen_at: Generated<number | null>
    /** Of a company: what it asks of whoever enters; null while it has said nothing. */
    entry_rule: ColumnType<EntryRule | null, string | undefined, string>
    /** Of a company in a group: what the group asks of whoever enters; null where it is in none. */
    group_hold: ColumnType<GroupHold | null, string | null | undefined, string | null>
    /** What the platform ended its authentication by; null once it is authenticated anew. */
    auth_end: ColumnType<StoredEnd | null, string | null | undefined, string | null>
    /** Whether what its members are told here is sent to them in its work chat too. */
    chat_notices: Generated<boolean>
  }
  /** A company's closing, pending until it is taken back or carried out; `froze`: it froze the seals. */
  company_closing: {
    tenant_id: string
    closing_id: string
    account_id: string
    who: string
    state: CompanyClosingState
    froze: boolean
    started_at: number
    /** Until when it can be taken back. */
    closes_at: number
    ended_at: number | null
  }
  /**
   * A person's authentication: name and hashes until it ends, null `ended_at` while it is under way; null `passed`
   * then, and of what was taken back.
   */
  person_auth: {
    auth_id: string
    tenant_id: string
    account_id: string
    real_name: string | null
    identity_hash: string | null
    birthday_hashes: string[] | null
    passed: boolean | null
    auth_way: AuthWay
    created_at: number
    ended_at: number | null
    /** Of somebody who is authenticated and stays so until it has passed. */
    is_change: Generated<boolean>
    /** Why a change failed. */
    fail_reason: Generated<string | null>
  }
  /** Papers that were handed in for somebody of the platform to look at; null `decided_at` while they wait. */
  person_review: {
    tenant_id: string
    auth_id: string
    account_id: string
    paper: PersonPaper
    submitted_at: number
    decided_at: number | null
  }
  /** Papers of a company, in the space of the person who handed them in; null `decided_at` while they wait. */
  company_review: {
    tenant_id: string
    auth_id: string
    account_id: string
    submitted_at: number
    decided_at: number | null
    /** Who found them right first, where two must; null before. */
    first_operator_id: string | null
  }
  /** A company's authentication: `fen` were sent to its account, null `ended_at` while it is under way. */
  company_auth: {
    auth_id: string
    tenant_id: string
    /** Who asked for it. */
    account_id: string
    auth_way: Generated<CompanyWay>
    kind: Generated<CompanyKind>
    company_name: string
    credit_code: string
    legal_name: string
    bank_name: string
    bank_account: string
    fen: number
    /** By which a payment of the company's own is known; null where none is awaited. */
    remark: Generated<string | null>
    /** Whom a letter is sent to; the number as a keyed hash, while it is under way. */
    legal_phone: Generated<string | null>
    legal_identity_hash: Generated<string | null>
    /** The letter, a contract of the space of who asked for it; null before it was sent. */
    letter_tenant_id: Generated<string | null>
    letter_contract_id: Generated<string | null>
    letter_sign_id: Generated<string | null>
    /** The first waits for the operator's own authentication. */
    step: CompanyStep
    tries_left: number
    /** Until when the amount may be told; null before it was sent. */
    expire_at: number | null
    created_at: number
    ended_at: number | null
    /** When it was taken back, or given up for another, while a payment of the company's own was awaited. */
    withdrawn_at: Generated<number | null>
  }
  /** A payment that arrived for an authentication, as the bank told it; `fault` is null of the one that proved it. */
  arrived_payment: {
    auth_id: string
    /** The bank's own name of it. */
    transaction_no: string
    payer: string
    fen: number
    remark: string
    paid_at: number
    fault: PaymentFault | null
  }
  /** Somebody's asking for the administration of the company `tenant_id`; null `ended_at` while it is under way. */
  appeal: {
    appeal_id: string
    tenant_id: string
    account_id: string
    /** The personal space of whoever appeals, in which the papers lie. */
    papers_tenant_id: string
    reason: AppealReason
    statement: string
    state: AppealState
    submitted_at: number
    object_until: number
    objection: string | null
    objected_by: string | null
    objected_at: number | null
    /** Who would grant it, where two must; null before. */
    first_operator_id: string | null
    ended_at: number | null
    end_reason: string | null
  }
  /** When somebody last asked a company's administrators to be invited. */
  join_wish: { tenant_id: string; account_id: string; asked_at: number }
  /** Whom a company's identity provider means by a subject of its own. */
  provider_link: {
    tenant_id: string
    issuer: string
    subject: string
    account_id: string
    /** What the provider calls the person. */
    label: string
    created_at: number
    used_at: number | null
    /** Keyed: over what lets it sign in. */
    mac: Buffer
  }
  membership: {
    tenant_id: string
    account_id: string
    is_owner: boolean
    state: Generated<LivingMembership>
    /** As the company calls its member; empty for the person's own name. */
    name: Generated<string>
    department_id: string | null
    /** Null for 经办人. */
    role_id: string | null
    /** Since when it is that role, and who gave it; null where that is the beginning, or was not recorded. */
    role_since: Generated<number | null>
    role_giver: Generated<string | null>
    created_at: number
  }
  company_role: { tenant_id: string; role_id: string; name: string; rights: string[]; created_at: number }
  invitation: {
    tenant_id: string
    invitation_id: string
    phone: string
    name: string
    department_id: string | null
    role_id: string | null
    state: InvitationState
    inviter_account_id: string
    /** Of the link it came from; null when the phone was invited. */
    link_hash: Buffer | null
    /** Messages sent, and when the last one was. */
    sends: number
    sent_at: number | null
    expires_at: number
    answered_at: number | null
    created_at: number
  }
  /** At most one a company. The code itself is shown once and kept nowhere. */
  invitation_link: {
    tenant_id: string
    code_hash: Buffer
    department_id: string | null
    role_id: string | null
    inviter_account_id: string
    expires_at: number
    created_at: number
  }
  administration_transfer: {
    tenant_id: string
    transfer_id: string
    from_account_id: string
    to_account_id: string
    state: AdministrationTransferState
    created_at: number
    ended_at: number | null
  }
}
