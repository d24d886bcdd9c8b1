import type { SignInMethod, SignInResult } from '@moqi/domain/account/sign-in'
import type { ProvenWay } from '@moqi/evidence/log-record'
import type { NoticeKind } from '@moqi/domain/messages/notice-facts'
import type { Generated, JSONColumnType } from 'kysely'
import type { Visit } from '#src/platform/actor.ts'

/** People, how they sign in and what they have chosen; part of the directory. Times are ms since epoch. */
export type AccountTables = {
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
    /** Since when a password or a code is not enough to sign in; null: it is. */
    key_required_at: Generated<number | null>
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
    /** What it is limited to; null of a session that may do all the account may. */
    visit: JSONColumnType<Visit> | null
    /** The companies whose identity providers opened it, and whether by nothing else. */
    provider_spaces: Generated<string[]>
    provider_only: Generated<boolean>
    /** The longest it has not been used, in ms. */
    pause_ms: Generated<number>
    /** Keyed: over the token's hash, the account, and what the session may do. */
    mac: Buffer
  }
  /** What an integration opens a visit with, once. */
  pass: {
    token_hash: Buffer
    account_id: string
    visit: JSONColumnType<Visit>
    expires_at: number
    redeemed_at: number | null
    mac: Buffer
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
    /** What the address counts as (`addressGroup`). */
    address_group: string
    user_agent: string
    device_id: string | null
    new_device: Generated<boolean>
  }
  /** A passkey or FIDO2 key that signs in to the account. */
  passkey: {
    /** As its authenticator names it, base64url. */
    credential_id: string
    account_id: string
    /** COSE (RFC 9052). */
    public_key: Buffer
    name: string
    transports: string[]
    /** It is in its owner's cloud, and so on all of their devices. */
    synced: boolean
    counter: number
    /** When its counter went back; null: never. */
    copied_at: number | null
    created_at: number
    used_at: number | null
    /** Keyed: over what lets it sign in. */
    mac: Buffer
  }
  /** A key with a certificate that was issued elsewhere, in a token (USBKey), bound to the account. */
  certificate_key: {
    /** SHA-256 of the certificate, hex. */
    fingerprint: string
    account_id: string
    /** DER. */
    certificate: Buffer
    /** DER of its issuers, base64, the leaf's first. */
    chain: string[]
    name: string
    created_at: number
    used_at: number | null
    /** Keyed: over what lets it open anything. */
    mac: Buffer
  }
  /** What somebody's own key is asked to sign, sealed; nobody keeps the key. */
  prepared_signature: { prepared_id: string; account_id: string; sealed: Buffer; expires_at: number }
  /** What is left of an account's recovery codes, hashed under the platform's key. */
  recovery_code: { account_id: string; code_hash: Buffer }
  auto_login_token: {
    token_hash: Buffer
    account_id: string
    tenant_id: string
    redirect: string
    proved_at: number
    expires_at: number
    mac: Buffer
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
    /** What the address of who asked counts as; '' where none is counted. */
    address_group: string
    created_at: number
  }
  captcha: { captcha_id: string; answer_hash: string; expires_at: number }
  /** What a token proves: `captcha` nothing more, `sms` the phone and scene in `subject`. */
  proof: { token_hash: Buffer; kind: string; subject: string; expires_at: number; mac: Buffer }
  auth_token: {
    token_hash: Buffer
    account_id: string
    tenant_id: string
    sign_ids: string[]
    /** What is consented to by each handle (`consentTo`); taken off `sign_ids` once it is signed. */
    consents: Record<string, string>
    /** Five minutes behind the first proof. */
    expires_at: number
    /** The ways it was proved in, each once. */
    proofs: ProvenWay[]
    /** Keyed: over all of the row but `sign_ids`, which only become fewer. */
    mac: Buffer
  }
  /** By kind of notice, whether it comes by that channel; what was never chosen is absent. */
  notice_setting: {
    account_id: string
    sms: Partial<Record<NoticeKind, boolean>>
    mail: Partial<Record<NoticeKind, boolean>>
    hide_names: boolean
  }
}
