import type { FilingFieldKind } from '@moqi/domain/filings/filing-field'
import type { Generated } from 'kysely'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** A folder of a company's archive; `years` its contracts are kept, null as the folder above says. */
    filing_folder: {
      tenant_id: string
      folder_id: string
      parent_id: string | null
      name: string
      years: number | null
      created_at: number
    }
    /**
     * What a company has filed of a contract. Days count from 1970-01-01; `term_day` is the next on which something is
     * to be done about the term. From `imported` on: of what was not signed here.
     */
    filing: {
      tenant_id: string
      filing_id: string
      folder_id: string | null
      begin_day: number | null
      end_day: number | null
      renew_months: Generated<number>
      notice_days: Generated<number>
      settled: Generated<boolean>
      term_day: number | null
      kept_until: number | null
      field_values: Generated<Record<string, string>>
      version: Generated<number>
      imported: Generated<boolean>
      account_id: string | null
      subject: string | null
      contract_no: string | null
      party_names: string | null
      done_at: number | null
      file_name: string | null
      file_kind: string | null
      sha256: string | null
      size: number | null
      verdict: string | null
      conclusion: string | null
    }
    filing_field: {
      tenant_id: string
      field_id: string
      name: string
      kind: FilingFieldKind
      required: boolean
      choices: string[]
      place: number
      created_at: number
    }
    filing_log: {
      tenant_id: string
      log_id: string
      filing_id: string
      at: number
      account_id: string | null
      who: string
      verb: FilingVerb
      detail: string
    }
    /** From which day on something is to be done about a term of the company; null while there is nothing. */
    filing_due: { company_tenant_id: string; due_day: number | null }
  }
}

/** What became of a filing. */
export type FilingVerb = 'file' | 'saveTerm' | 'saveValues' | 'import' | 'renew'
