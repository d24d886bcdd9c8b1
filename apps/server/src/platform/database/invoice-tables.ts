import type { InvoiceState } from '@moqi/domain/orders/invoice-lifecycle'
import type { InvoiceLogVerb } from '@moqi/domain/orders/invoice-log-verbs'
import type { InvoiceKind } from '@moqi/domain/orders/invoice-title'
import type { SpaceType } from '@moqi/domain/spaces/space-name'
import type { Generated } from 'kysely'

/** Whom an invoice is made out to; what is not said is empty. */
type TitleColumns = {
  title_type: SpaceType
  name: string
  tax_no: string
  address: string
  phone: string
  bank: string
  bank_account: string
}

/** What invoices need: amounts in 分, times in ms since epoch. */
export type InvoiceTables = {
  /** Titles that a space keeps for the next invoice; one is the default. */
  invoice_title: TitleColumns & { tenant_id: string; title_id: string; is_default: boolean; changed_at: number }
  /** `sha256` names the PDF, `red_sha256` that of its red letter; `fault` is why it was not issued or not reversed. */
  invoice: TitleColumns & {
    tenant_id: string
    invoice_id: string
    account_id: string
    kind: InvoiceKind
    email: string
    fen: number
    state: InvoiceState
    number: Generated<string | null>
    sha256: Generated<string | null>
    issued_at: Generated<number | null>
    red_reason: Generated<string | null>
    red_number: Generated<string | null>
    red_sha256: Generated<string | null>
    red_at: Generated<number | null>
    fault: Generated<string | null>
    created_at: number
    changed_at: number
  }
  /** An order in an invoice with what is invoiced of it; `living` while the invoice holds it. */
  invoice_order: { tenant_id: string; invoice_id: string; order_id: string; fen: number; living: boolean }
  invoice_log: {
    tenant_id: string
    invoice_id: string
    log_id: string
    at: number
    who: string
    verb: InvoiceLogVerb
    detail: string | null
  }
  /** Invoices and red letters that somebody of the platform has to make out; part of the directory. */
  invoice_waiting: { invoice_id: string; tenant_id: string; asked_at: number }
}
