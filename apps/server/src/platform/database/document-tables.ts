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
    sha256: string
    start: number
    length: number
    party_no: number | null
    /** The signature in it has no time-stamp of its own, and no document time-stamp followed yet. */
    awaiting_timestamp: Generated<boolean>
    created_at: number
  }
}
