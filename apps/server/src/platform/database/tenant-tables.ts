import type { Generated } from 'kysely'
import type { ContactType } from '@moqi/domain/contacts/contact-rules'
import type { FileField } from '@moqi/domain/contract/file-fields'
import type { ReviewLogVerb } from '@moqi/domain/identity/review-log-verbs'
import type { ConvertedKind } from '@moqi/intake/file-kind'
import type { LedgerKind, PackKind } from '@moqi/domain/quota/ledger'
import type { EndCause } from '@moqi/domain/operators/auth-ending'
import type { PlatformVerb } from '@moqi/domain/operators/look-rules'
import type { SealDesign, SealPurpose } from '@moqi/domain/seals/company-seal'
import type { GrantManner } from '@moqi/domain/seals/auto-signing'
import type { GrantState } from '@moqi/domain/seals/grant-lifecycle'
import type { GrantRequestState, GrantWish } from '@moqi/domain/seals/grant-request'
import type { GrantNamed, GrantScope, LetterEnd } from '@moqi/domain/seals/seal-grant'
import type { SealColor } from '@moqi/domain/seals/seal-colors'
import type { SealKind } from '@moqi/domain/seals/seal-kind'
import type { SealState } from '@moqi/domain/seals/seal-lifecycle'
import type { SealLogVerb } from '@moqi/domain/seals/seal-log-verbs'
import type { MemberLogEvent } from '@moqi/domain/spaces/member-log-verbs'

/**
 * What belongs to one tenant beside its contracts: every key starts with `tenant_id`. Times are ms since epoch, lengths
 * in mm.
 */
export type TenantTables = {
  tenant_key: { tenant_id: string; sealed: Buffer; created_at: number }
  /**
   * A picture of a paper, sealed by the data key for its own id; null `auth_id` and `picture_no` until it is
   * submitted.
   */
  paper_picture: {
    tenant_id: string
    picture_id: string
    auth_id: string | null
    picture_no: number | null
    type: 'image/png' | 'image/jpeg' | 'application/pdf'
    sealed: Buffer
    created_at: number
  }
  /** What an operator would end the space's authentication by; null `ended_at` until it has. Its deed is a paper. */
  auth_ending: {
    tenant_id: string
    ending_id: string
    cause: EndCause
    reason: string
    reference: string
    asked_at: number
    ended_at: number | null
  }
  /** What has happened to papers of a person or a company that wait for the platform, as who handed them in reads. */
  person_review_log: {
    tenant_id: string
    line_id: string
    auth_id: string
    at: number
    verb: ReviewLogVerb
    detail: string | null
  }
  /** In 份; null `expires_at` holds for ever. */
  quota_pack: {
    tenant_id: string
    pack_id: string
    kind: PackKind
    total: number
    remaining: number
    given_at: number
    expires_at: number | null
    /** Of a bought one: its order, and the name it was sold by. */
    order_id: Generated<string | null>
    name: Generated<string | null>
  }
  quota_entry: {
    tenant_id: string
    quota_entry_id: string
    pack_id: string
    kind: LedgerKind
    change: number
    contract_id: string | null
    /** Why it was adjusted by hand; null of any other line. */
    reason: Generated<string | null>
    created_at: number
  }
  file: {
    tenant_id: string
    file_id: string
    account_id: string
    usage: string
    name: string
    size: number
    page_count: number
    /** Of the upload as it came. */
    sha256: string
    /** Of the bytes that are shown and frozen: the upload, or its repaired copy. */
    kept_sha256: string
    kept_size: number
    pages: { width: number; height: number }[]
    signed: boolean
    /** The only places to sign in; null when any place will do. */
    fields: FileField[] | null
    /** What it was before it became a PDF; null of what came as one. */
    source_kind: ConvertedKind | null
    created_at: number
    /** A contract that has it was sent. */
    sent: Generated<boolean>
  }
  /** One account's address book in this space; empty texts are not known. */
  contact: {
    tenant_id: string
    contact_id: string
    account_id: string
    contact_type: ContactType
    name: string
    phone: string
    company_name: string
    credit_code: string
    email: string
    remark: string
    search: string
    version: number
    /** When a contract was last launched with it, and how many were. */
    used_at: number | null
    used_number: number
    /** Last written or used: what the list is sorted by. */
    touched_at: number
  }
  /** Also the lock of an address book: every change takes it first. */
  contact_count: { tenant_id: string; account_id: string; contact_type: ContactType; number: number }
  seal: {
    tenant_id: string
    seal_id: string
    account_id: string | null
    kind: SealKind
    name: string
    color: SealColor
    status: SealState
    width: number
    height: number
    png_sha256: string
    packed_sha256: string
    /** Of the picture it was cut out of, as it came; null for one that was drawn or written. */
    original_sha256: string | null
    is_default: boolean
    created_at: number
    expire_at: number | null
    /** Of a company's seal; null of a person's. */
    purpose: SealPurpose | null
    /** How it was carved; null of what was uploaded, and of a person's. */
    design: SealDesign | null
    /** What it is kept under, such as YZ2026010001; null of a person's. */
    code: string | null
    /** Whose the legal representative's seal is: that person alone may use it and let others. */
    holder_account_id: string | null
    /** As `seal_freeze` says of all of a company's, here so that a signature reads it with the seal's row. */
    frozen: boolean
    /** Why, when and by whom it came to be disabled, revoked or refused; null while it did not. */
    state_reason: string | null
    state_at: number | null
    state_by: string | null
  }
  /** What happened to a space's seals; null `seal_id` for what concerns all of them. */
  seal_log: {
    tenant_id: string
    log_id: string
    seal_id: string | null
    at: number
    account_id: string | null
    who: string
    verb: SealLogVerb
    detail: string | null
    address: string | null
  }
  /** While it is there, no seal of the company signs. */
  seal_freeze: { tenant_id: string; at: number; account_id: string; who: string; reason: string }
  department: { tenant_id: string; department_id: string; name: string; created_at: number }
  member_log: {
    tenant_id: string
    log_id: string
    at: number
    account_id: string | null
    who: string
    verb: MemberLogEvent
    detail: string | null
    address: string | null
  }
  /** A look of an operator into the space, with its reason; it is over at `ends_at`, or when it was ended before. */
  tenant_look: {
    tenant_id: string
    look_id: string
    operator_id: string
    reason: string
    ticket: string | null
    opened_at: number
    ends_at: number
    ended_at: number | null
  }
  /** What the platform did in the space, as its administrators read it. */
  platform_log: {
    tenant_id: string
    log_id: string
    look_id: string | null
    at: number
    who: string
    verb: PlatformVerb
    detail: string | null
  }
  /** A message in the application; `path` within it. */
  notice_message: {
    tenant_id: string
    account_id: string
    message_id: string
    kind: string
    text: string
    path: string
    once_key: string | null
    read_at: number | null
    created_at: number
  }
  notice_unread: { tenant_id: string; account_id: string; number: number }
  /** GB/T 38540: a seal as its maker signed it for one certificate of the space. */
  electronic_seal: {
    tenant_id: string
    seal_id: string
    /** Hex SHA-256 of the certificate that may sign with it. */
    certificate_sha256: string
    /** DER. */
    structure: Buffer
    created_at: number
    /** When its seal has ended; null while it may sign. */
    revoked_at: number | null
  }
  /** What a member may use a company's seal for; its state is the one last noted, and time goes on. */
  seal_grant: {
    tenant_id: string
    grant_id: string
    seal_id: string
    /** Who holds it; of automatic signing who made it for the company. */
    account_id: string
    manner: GrantManner
    state: GrantState
    scope: GrantScope
    /** The templates, or the one contract, as they were called then. */
    named: GrantNamed[]
    /** Names of companies and persons; none is everybody. */
    counterparts: string[]
    begin_at: number
    /** Null of what was granted without a letter. */
    end_at: number | null
    granted_by: string | null
    granted_by_name: string
    created_at: number
    /** Of the letter last made, with its initiator's handle; null before there was one. */
    letter_no: string | null
    letter_contract_id: string | null
    letter_sign_id: string | null
    /** How the letter came to nothing; null while it is being signed or was signed by both. */
    letter_end: LetterEnd | null
    state_at: number | null
    state_by: string | null
    state_reason: string | null
    /** Of automatic signing: the most a contract may be about in 分, null without bound, and how many there may be. */
    amount_max: number | null
    count_max: number | null
    used_number: number
  }
  /** What a member who lacks a seal asks for; titles, names and counterparts are those of when it was asked. */
  grant_request: {
    tenant_id: string
    request_id: string
    account_id: string
    account_name: string
    seal_id: string
    contract_id: string
    /** The member's own handle of the contract. */
    sign_id: string
    subject: string
    contract_no: string
    wish: GrantWish
    template_id: string | null
    template_name: string | null
    counterparts: string[]
    end_at: number
    reason: string
    state: GrantRequestState
    created_at: number
    decided_at: number | null
    decided_by: string | null
    decided_by_name: string | null
    /** Why it was refused. */
    answer: string | null
    grant_id: string | null
  }
  signing_certificate: {
    tenant_id: string
    certificate_id: string
    serial: string
    subject_name: string
    certificate: Buffer
    sealed_key: Buffer
    not_before: number
    not_after: number
    revoked_at: number | null
    /** Issuers as PEM when somebody else issued the certificate. */
    chain: string | null
    created_at: number
  }
}
