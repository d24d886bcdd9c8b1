import type { ProviderProtocol } from '@moqi/domain/account/identity-provider'
import type { IntegrationScope } from '@moqi/domain/integrations/integration-rules'
import type { RefusalCode } from '@moqi/domain/refusal'
import type { ProvidedName } from '@moqi/domain/spaces/provisioning'
import type { ChatReport, ChatSyncState } from '@moqi/domain/spaces/chat-sync'
import type { JSONColumnType } from 'kysely'

/** What a provider says of somebody beside what is looked for; proves nothing. */
export type ProvidedDetails = {
  displayName?: string | undefined
  name?: ProvidedName | undefined
  emails?: ProvidedValue[] | undefined
  phoneNumbers?: ProvidedValue[] | undefined
}

/** One of several addresses or numbers (RFC 7643 §2.4). */
export type ProvidedValue = {
  value?: string | undefined
  display?: string | undefined
  type?: string | undefined
  primary?: boolean | undefined
}

/** Other systems of a company that act here in a member's name, their secrets and their requests. Times in ms. */
export type IntegrationTables = {
  integration: {
    tenant_id: string
    integration_id: string
    name: string
    /** In whose name it acts. */
    account_id: string
    scopes: IntegrationScope[]
    /** Addresses and networks it may ask from; none is any. */
    addresses: string[]
    version: number
    disabled_at: number | null
    created_at: number
    changed_at: number
    changed_by: string
  }
  /** Where its signing pages may be framed, and where they lead back to. */
  integration_embedding: { tenant_id: string; integration_id: string; origins: string[]; returns: string[] }
  /** By whom a company's members may sign in. */
  identity_provider: {
    tenant_id: string
    name: string
    protocol: ProviderProtocol
    issuer: string
    client_id: string
    /** Of a work chat, the number of the app; null where it has none. */
    agent_id: string | null
    /** Under the space's data key, bound to the provider; null of a public client. */
    client_secret: Buffer | null
    version: number
    changed_at: number
    changed_by: string
  }
  /** What a company's provider comes in by to say who its members are (SCIM). */
  provisioning_token: {
    tenant_id: string
    token_id: string
    /** Keyed. */
    token_hash: Buffer
    /** Who made it, and answers for the invitations. */
    account_id: string
    made_by: string
    created_at: number
    ends_at: number | null
    used_at: number | null
  }
  /** Whom a company's provider has named. */
  provisioned_user: {
    tenant_id: string
    user_id: string
    /** The member that is; null before somebody joins, and after. */
    account_id: string | null
    user_name: string
    /** By which no two are the same: without case. */
    name_key: string
    external_id: string | null
    /** By which somebody is invited; null of whom that was not said. */
    phone: string | null
    /** What the provider wishes of whoever is no member. */
    active: boolean
    /** The rest of what it says, as it said it. */
    details: JSONColumnType<ProvidedDetails>
    created_at: number
    changed_at: number
  }
  /** What a company takes from its work chat, and what came of the last time. */
  work_chat: {
    tenant_id: string
    /** Who set it, and answers for the invitations. */
    account_id: string
    made_by: string
    /** Members come and go with the address book by themselves. */
    syncs: boolean
    progress: ChatSyncState
    report: JSONColumnType<ChatReport> | null
    /** Why the last time came to nothing, in words. */
    fault: string | null
    started_at: number | null
    ended_at: number | null
  }
  /** Whom the address book named when it was last read, and as which of those whom the provider has named. */
  chat_person: {
    tenant_id: string
    subject: string
    user_id: string
    name: string
    phone: string | null
    chat_department_id: string | null
    /** Whether it names the person still, as one who is let in. */
    present: boolean
  }
  /** Which department a department of the address book is, and what it was called there. */
  chat_department: { tenant_id: string; chat_department_id: string; department_id: string; name: string }
  integration_secret: {
    tenant_id: string
    integration_id: string
    secret_id: string
    /** Under the space's data key, bound to `secret_id`. */
    sealed: Buffer
    created_at: number
    ends_at: number | null
  }
  /** A request, written when it is known to be one of the integration's, or to be none. */
  integration_call: {
    tenant_id: string
    integration_id: string
    call_id: string
    /** Null of a request that was not let in. */
    nonce: string | null
    at: number
    call: string | null
    address: string
    request_id: string
    status: number | null
    reason: RefusalCode | null
    ms: number | null
  }
}
