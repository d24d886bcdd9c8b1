import type { AuthWay } from '@moqi/domain/identity/person-factors'
import type { PersonPaper } from '@moqi/domain/identity/person-paper'
import type { WillRule } from '@moqi/domain/contract/will-demand'
import type { AuthState } from '@moqi/domain/spaces/company-auth-lifecycle'
import type { InvitationState } from '@moqi/domain/spaces/invitation-lifecycle'
import type { MembershipState } from '@moqi/domain/spaces/membership-lifecycle'
import type { AdministrationTransferState } from '@moqi/domain/spaces/administration-transfer'
import type { Generated } from 'kysely'

/** A membership that has ended is no row any more. */
export type LivingMembership = Exclude<MembershipState, 'left' | 'removed'>

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
    /** Of a person: what the PIN must not be, as keyed hashes; null when the birthday was not told. */
    birthday_hashes: Generated<string[] | null>
    /** Of a company: when its members prove their will twice, and from which amount (分) on. */
    will_rule: Generated<WillRule['when']>
    will_amount: Generated<number | null>
  }
  /** A person's authentication: name and hashes until it ends, null `ended_at` and `passed` while it is under way. */
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
  /** A company's authentication: `fen` were sent to its account, null `ended_at` while it is under way. */
  company_auth: {
    auth_id: string
    tenant_id: string
    /** Who asked for it. */
    account_id: string
    company_name: string
    credit_code: string
    legal_name: string
    bank_name: string
    bank_account: string
    fen: number
    /** The first waits for the operator's own authentication. */
    step: 'infoSubmitted' | 'paymentSent' | 'amountPending'
    tries_left: number
    /** Until when the amount may be told; null before it was sent. */
    expire_at: number | null
    created_at: number
    ended_at: number | null
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
