import type { IntegrationScope } from '@moqi/domain/integrations/integration-rules'
import type { RefusalCode } from '@moqi/domain/refusal'

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
