/** The invoices of a space. */
export const invoicesPath = '/user/bill?tab=invoices'
/** The page of one invoice. */
export const invoicePath = (invoiceId: string): string => `/user/bill/invoice?invoiceId=${invoiceId}`
/** Where an invoice is asked for; again, for one that failed. */
export const askInvoicePath = (invoiceId?: string): string =>
  invoiceId === undefined ? '/user/bill/invoice' : `/user/bill/invoice?invoiceId=${invoiceId}&again=1`
