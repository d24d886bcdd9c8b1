import type { InvoiceKind, InvoiceTitle } from '@moqi/domain/orders/invoice-title'

/** An invoice to be made out, amounts in 分: `invoiceId` names it for ever. */
export type InvoiceAsked = {
  invoiceId: string
  kind: InvoiceKind
  title: InvoiceTitle
  fen: number
  lines: readonly { name: string; orderNo: string; quantity: number; fen: number }[]
  /** Of a red letter: the number of the invoice that it takes back, and why. */
  reverses: { number: string; reason: string } | null
}

/** What came of it: the invoice's number and PDF, or why there is none, as a person reads it. */
export type InvoiceOutcome = { number: string; pdf: Buffer } | { fault: string }

/** Makes out invoices (数电票) and red letters. It is asked outside transactions, and may be out of reach. */
export type InvoiceGateway = {
  /** What every page that shows an invoice says of it; null: it is worth what it says. */
  label: string | null
  /**
   * Makes an invoice out, or its red letter, once, however often it is asked. Null where nobody does by himself: then
   * the platform's operator issues and uploads it.
   */
  issue: ((asked: InvoiceAsked) => Promise<InvoiceOutcome>) | null
}
