import type { Head, Layout, Slot } from '@moqi/signing/append/layout'
import type { Generated, JSONColumnType } from 'kysely'

type FileKey = { tenant_id: string; contract_id: string; file_id: string }

/** Frozen documents as appended increments (invariant 5); tenant data too. */
export type DocumentTables = {
  document_layout: FileKey & {
    layout: JSONColumnType<Layout>
    /** Of the base the increments follow: the file as kept at upload. */
    base_sha256: string
    base_length: number
    /** Of the document as frozen and certified; consent is bound to it. */
    frozen_sha256: string
    /** The blob that holds the document's first `archive_length` bytes; null until the contract is archived. */
    archive_sha256: Generated<string | null>
    archive_length: Generated<number | null>
  }
  document_slot: FileKey & {
    slot: string
    party_no: number
    area_id: string | null
    source: JSONColumnType<Slot>
  }
  document_head: FileKey & {
    sha256: string
    length: number
    revision: number
    head: JSONColumnType<Head>
  }
  document_revision: FileKey & {
    revision: number
    /** Of the increment alone. */
    sha256: string
    start: number
    length: number
    /** The increment; null when the archived document holds it. */
    bytes: Buffer | null
    party_no: number | null
    /** The signature in it has no time-stamp of its own, and no document time-stamp followed yet. */
    awaiting_timestamp: Generated<boolean>
    created_at: number
  }
}
