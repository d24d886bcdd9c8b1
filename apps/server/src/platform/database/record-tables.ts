import type { SealKind } from '@moqi/domain/seals/seal-kind'
import type { WillMethod } from '@moqi/evidence/log-record'

/** What contracts are found by, and a space's signing records. */
export type RecordTables = {
  /** What a list row is found by. `words` come from what the row shows, `text_words` from the files' text. */
  search_entry: {
    tenant_id: string
    account_id: string
    contract_id: string
    created_at: number
    words: number[]
    text_words: number[] | null
    /** The beginning of the SHA-256 of the text that `text_words` are of. */
    text_digest: Buffer | null
  }
  /** The beginning of a file's text: made comparable, and as it reads where that was kept. */
  file_text: { tenant_id: string; file_id: string; text: string; reading: string | null }
  /** What a signer has chosen and filled in so far, sealed; it goes with the signer's turn. */
  signing_draft: {
    tenant_id: string
    sign_id: string
    account_id: string
    contract_id: string
    sealed_choices: Buffer
    changed_at: number
  }
  /** A seal or signature put on one file, in the space it was made for. */
  signature_record: {
    tenant_id: string
    record_id: string
    account_id: string
    signer_name: string
    contract_id: string
    home_tenant_id: string
    sign_id: string
    contract_no: string
    subject: string
    file_id: string
    /** Of the document after the signature. */
    sha256: string
    /** Null when it was drawn by hand on the spot. */
    seal_id: string | null
    seal_name: string
    seal_kind: SealKind
    certificate_serial: string
    /** Null where it was not kept. */
    /** Empty where it was not kept. */
    will_methods: WillMethod[]
    approval_id: string | null
    /** The grant the seal was used by, and its letter's number; null for one's own and by office. */
    grant_id: string | null
    grant_no: string | null
    /** Put on by an authorisation of automatic signing; nobody's will was proved. */
    automatic: boolean
    signed_at: number
    disputed_at: number | null
    dispute_reason: string | null
  }
}
