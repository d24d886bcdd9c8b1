import type { PartyKind } from '@moqi/domain/contract/party-kind'
import type { GatewayName } from '@moqi/domain/operators/gateways'
import type { RefusalCode } from '@moqi/domain/refusal'
import type { Generated } from 'kysely'
import type { AccountTables } from './account-tables.ts'
import type { SpaceTables } from './space-tables.ts'

/** What belongs to no tenant. Times are ms since epoch. */
export type DirectoryTables = AccountTables & SpaceTables & PlatformTables

/** Messages on their way, the platform's keys and the signed tree, and what several tenants share. */
type PlatformTables = {
  /** A way in from a message; opens nothing until the phone is proved. Of a copy recipient `party_no` is 0. */
  ticket: {
    token_hash: Buffer
    home_tenant_id: string
    contract_id: string
    party_no: number
    cc_no: Generated<number>
    expires_at: number
    created_at: number
  }
  /** What the link of an SMS stands for; opens nothing by itself. */
  short_link: { token: string; sign_id: string }
  /** Of a copy recipient `cc_no` counts from 1 and `party_no` is 0; of a party `cc_no` is 0. */
  waiting_entry: {
    home_tenant_id: string
    contract_id: string
    party_no: number
    cc_no: Generated<number>
    phone: string
    kind: PartyKind
    name: string
    company_name: string | null
    credit_code: string | null
    identity_hash: string | null
  }
  /**
   * An SMS, a mail or a work chat's message on its way or beyond. `content` is null once a code it carried has served
   * its time; `reference` is the gateway's own name of it.
   */
  message: {
    message_id: string
    channel: 'sms' | 'mail' | 'chat'
    recipient: string
    scene: string
    content: unknown
    once_key: string | null
    /** Waiting, taken by the gateway, there by the carrier's receipt, failed, or too late to be of use. */
    state: 'waiting' | 'sent' | 'delivered' | 'failed' | 'late'
    gateway: string | null
    reference: string | null
    fault: string | null
    tries: Generated<number>
    expires_at: number | null
    created_at: number
    changed_at: number
    /** The contract it is about, and which of its parties it went to; null for nobody's turn. */
    contract_id: string | null
    party_no: number | null
    /** The space whose doing sends it; null where the platform does. */
    sender_tenant_id: Generated<string | null>
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
  revoked_certificate: {
    issuer: string
    serial: string
    revoked_at: number
    reason: Generated<string>
    /** Why, in words, and who did; null of what was revoked by the way. */
    note: Generated<string | null>
    revoked_by: Generated<string | null>
  }
  /** How far each tenant's chain of log lines goes; the tree takes these from all tenants. */
  audit_head: { tenant_id: string; seq: number; chain_hash: Buffer }
  /** A chain's head under the tree, once and for all. */
  audit_leaf: { leaf_index: number; chain_tenant_id: string; seq: number; chain_hash: Buffer }
  /** The tree's complete subtrees (evidence/merkle-tree.ts). */
  audit_node: { level: number; node_index: number; hash: Buffer }
  /** The platform's word on the tree: a detached CMS with time-stamp. */
  signed_head: { size: number; root: Buffer; signed_at: number; signature: Buffer }
  /**
   * What a transaction made of a guarded row: by column, keyed tags of what it said before and after; `made_at` in µs.
   * `seq` and `chain_mac` come with the one chain of all lines.
   */
  row_journal: {
    space: string
    table_name: string
    row_key: string
    made_at: number
    tags: string
    mac: Buffer
    seq: number | null
    chain_mac: Buffer | null
  }
  /** One row: how far the journal's chain goes. */
  journal_head: { single: Generated<boolean>; seq: number; chain_mac: Buffer; mac: Buffer }
  /** Which bytes each upload, seal and contract needs, of all tenants: they are stored once. */
  blob_holder: { sha256: string; holder: string }
  /** Bytes that nobody holds: whoever removes them locks the row, whoever names them takes it away. Since when, ms. */
  orphan_blob: { name: string; noted_at: number }
  /** One row: the id of the blobs that belong to this database. */
  blob_store: { single: boolean; store_id: string; created_at: number }
  /** How often a gateway has answered, and has not, in a minute since epoch. */
  gateway_minute: { gateway: GatewayName; minute: number; passed: number; failed: number }
  /** When a gateway has last answered, when it last has not, and why, for an operator. */
  gateway_last: { gateway: GatewayName; passed_at: number | null; failed_at: number | null; fault: string | null }
  /** What a node that runs says of itself, in the shape of `HealthReading`. */
  node_state: { node_id: string; name: string; started_at: number; seen_at: number; readings: unknown }
  /** `answer` is the detail of `refusal`, when it was one. */
  idempotency: {
    scope: string
    key: string
    body_hash: string
    answer: unknown
    refusal: Generated<RefusalCode | null>
    created_at: number
  }
}
