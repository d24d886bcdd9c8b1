import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { askInvoice, askInvoiceAgain, reverseInvoice, withdrawInvoice } from './ask-invoice.ts'
import { listInvoiceTitles, removeInvoiceTitle, saveInvoiceTitle, setDefaultInvoiceTitle } from './invoice-titles.ts'
import { downloadInvoice, getInvoice, listInvoiceableOrders, listInvoices } from './list-invoices.ts'

/** The calls of this folder with the functions that answer them. */
export const invoiceCalls = {
  askInvoice,
  askInvoiceAgain,
  downloadInvoice,
  getInvoice,
  listInvoiceTitles,
  listInvoiceableOrders,
  listInvoices,
  removeInvoiceTitle,
  reverseInvoice,
  saveInvoiceTitle,
  setDefaultInvoiceTitle,
  withdrawInvoice,
} satisfies Partial<Handlers<Table>>
