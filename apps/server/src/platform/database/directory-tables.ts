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
  }
  membership: { tenant_id: string; account_id: string; is_owner: boolean; created_at: number }
  session: {
    token_hash: Buffer
    account_id: string
    tenant_id: string | null
    idle_ms: number
    seen_at: number
    created_at: number
    address: string
    user_agent: string
  }
  verification_code: {
    code_id: string
    phone: string
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
  auth_token: {
    token_hash: Buffer
    account_id: string
    tenant_id: string
    sign_ids: string[]
    binding: string
    expires_at: number
  }
  waiting_entry: {
    home_tenant_id: string
    contract_id: string
    signer_no: number
    phone: string
    sign_type: number
    signer_name: string
    company_name: string | null
    credit_code: string | null
  }
  preference: { account_id: string; chosen: Record<string, unknown> }
  outbox_message: {
    message_id: string
    channel: 'sms' | 'mail' | 'captcha'
    recipient: string
    scene: string
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
  idempotency: { scope: string; key: string; body_hash: string; answer: unknown; created_at: number }
}
