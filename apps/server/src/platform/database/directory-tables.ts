import type { SignInMethod, SignInResult } from '@moqi/domain/account/sign-in'
import type { NoticeKind } from '@moqi/domain/messages/notice-facts'
import type { TransferState } from '@moqi/domain/spaces/invitation-lifecycle'
import type { InvitationState } from '@moqi/domain/spaces/invitation-reply'
import type { Generated } from 'kysely'

/** How far a space's authentication has come (checklist S1). */
export type AuthStatus =
  | 'notAuth'
  | 'inPersonAuth'
  | 'inCompanyAuth'
  | 'passAuth'
  | 'rejectPersonAuth'
  | 'rejectCompanyAuth'

/** People, spaces, sessions and codes: what belongs to no tenant. Times are ms since epoch. */
export type DirectoryTables = {
  account: {
    account_id: string
    user_name: string | null
    phone: string
    nick_name: string
    email: string | null
    password_hash: string | null
    password_changed_at: number | null
    check_auth_shown: number
    check_seal_shown: number
    password_shown: number
    created_at: number
    /** Of the signing PIN, keyed before it is hashed: six digits alone would be guessed from a dump. */
    pin_hash: Generated<string | null>
    pin_set_at: Generated<number | null>
    pin_failures: Generated<number>
    pin_failed_at: Generated<number | null>
    /** What the law keeps of a closed account stays; its phone and names are free again. */
    closed_at: Generated<number | null>
    /** The invitation the account was registered with. */
    invite_code: string | null
    /** The space for the next sign-in. */
    default_tenant_id: string | null
    /** 1 once the account has been asked for what it lacks, or lacked nothing. */
    perfect_info_shown: Generated<number>
    /** null until somebody has signed in. */
    first_sign_in_at: Generated<number | null>
  }
  /** Passwords before the present one, hashed. */
  password_history: { history_id: string; account_id: string; password_hash: string; replaced_at: number }
  /** Who agreed to which version of which document. */
  consent: {
    account_id: string
    document: string
    version: string
    agreed_at: number
    address: string
    user_agent: string
  }
  login_failure: { name_hash: string; failures: number; last_failure_at: number }
  space: {
    tenant_id: string
    kind: 'person' | 'company'
    company_id: string | null
    name: string
    credit_code: string | null
    identity_hash: string | null
    auth_status: AuthStatus
    reject_reason: string | null
    created_at: number
    /** null when it is not, or was before this was recorded. */
    authenticated_at: Generated<number | null>
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
    step: 'paymentSent' | 'amountPending'
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
    state: Generated<'accepted' | 'disabled'>
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
    state: TransferState
    created_at: number
    ended_at: number | null
  }
  session: {
    token_hash: Buffer
    account_id: string
    tenant_id: string | null
    idle_ms: number
    seen_at: number
    created_at: number
    address: string
    user_agent: string
    session_id: Generated<string>
    method: Generated<SignInMethod>
    /** When the person last proved who they are; a link that signs in passes it on. */
    proved_at: Generated<number>
    device_id: Generated<string | null>
  }
  /** A browser that has signed in to the account; what it proves by is kept hashed. */
  device: {
    device_id: Generated<string>
    account_id: string
    secret_hash: Buffer
    /** Its failures are counted apart from strangers'. */
    trusted: boolean
    user_agent: string
    address: string
    created_at: number
    seen_at: number
  }
  /** `name_key`: of a failure, the name it was for, hashed; `account_id`: null when nobody has that name. */
  sign_in_log: {
    sign_in_id: Generated<string>
    name_key: string | null
    account_id: string | null
    at: number
    method: SignInMethod
    result: SignInResult
    address: string
    user_agent: string
    device_id: string | null
    new_device: Generated<boolean>
  }
  auto_login_token: {
    token_hash: Buffer
    account_id: string
    tenant_id: string
    redirect: string
    proved_at: number
    expires_at: number
  }
  /** `recipient`: the phone or mail address the code went to. */
  verification_code: {
    code_id: string
    recipient: string
    scene: string
    binding: string
    code_hash: string
    tries: Generated<number>
    used: Generated<boolean>
    expires_at: number
    address: string
    created_at: number
  }
  captcha: { captcha_id: string; answer_hash: string; expires_at: number }
  /** What a token proves: `captcha` nothing more, `sms` the phone and scene in `subject`. */
  proof: { token_hash: Buffer; kind: string; subject: string; expires_at: number }
  auth_token: {
    token_hash: Buffer
    account_id: string
    tenant_id: string
    sign_ids: string[]
    binding: string
    expires_at: number
    method: 'sms' | 'pin' | null
    proved_at: number | null
  }
  /** A party's way in from a message; opens nothing until the party's phone is proved. */
  ticket: {
    token_hash: Buffer
    home_tenant_id: string
    contract_id: string
    signer_no: number
    expires_at: number
    created_at: number
  }
  /** Who says that a contract is a fraud: the operator's business alone. */
  fraud_report: {
    report_no: string
    home_tenant_id: string
    contract_id: string
    signer_no: number | null
    account_id: string | null
    reason: string
    content: string
    address: string
    user_agent: string
    created_at: number
  }
  /** Of a copy recipient `cc_no` counts from 1 and `signer_no` is 0; of a party `cc_no` is 0. */
  waiting_entry: {
    home_tenant_id: string
    contract_id: string
    signer_no: number
    cc_no: Generated<number>
    phone: string
    sign_type: number
    signer_name: string
    company_name: string | null
    credit_code: string | null
  }
  /**
   * An SMS or mail on its way or beyond. `content` is null once a code it carried has served its time; `reference` is the
   * gateway's own name of it.
   */
  message: {
    message_id: string
    channel: 'sms' | 'mail'
    recipient: string
    scene: string
    content: unknown
    once_key: string | null
    state: 'waiting' | 'sent' | 'failed' | 'late'
    gateway: string | null
    reference: string | null
    fault: string | null
    tries: Generated<number>
    expires_at: number | null
    created_at: number
    changed_at: number
  }
  preference: { account_id: string; chosen: Record<string, unknown> }
  /** By kind of notice, whether it comes by that channel; what was never chosen is absent. */
  notice_setting: {
    account_id: string
    sms: Partial<Record<NoticeKind, boolean>>
    mail: Partial<Record<NoticeKind, boolean>>
    hide_names: boolean
  }
  outbox_message: {
    message_id: string
    channel: 'sms' | 'mail' | 'bank' | 'captcha'
    recipient: string
    scene: string
    /** Of mail. */
    subject: string | null
    body: string
    created_at: number
  }
  /** `chain`: issuers as PEM when somebody else issued the certificate. */
  platform_secret: {
    name: string
    sealed: Buffer
    certificate: Buffer | null
    chain: string | null
    created_at: number
  }
  /** `issuer`: root or issuing; `reason`: a CRLReason by name. */
  revoked_certificate: { issuer: string; serial: string; revoked_at: number; reason: Generated<string> }
  /** How far each tenant's chain of log lines goes; the tree takes these from all tenants. */
  audit_head: { tenant_id: string; seq: number; chain_hash: Buffer }
  /** A chain's head under the tree, once and for all. */
  audit_leaf: { leaf_index: number; chain_tenant_id: string; seq: number; chain_hash: Buffer }
  /** The tree's complete subtrees (signing/evidence/merkle-tree.ts). */
  audit_node: { level: number; node_index: number; hash: Buffer }
  /** The platform's word on the tree: a detached CMS with time-stamp. */
  signed_head: { size: number; root: Buffer; signed_at: number; signature: Buffer }
  /** Which bytes each upload, seal and contract needs, of all tenants: they are stored once. */
  blob_holder: { sha256: string; holder: string }
  idempotency: { scope: string; key: string; body_hash: string; answer: unknown; created_at: number }
}
