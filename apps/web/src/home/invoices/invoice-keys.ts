import { queryClient } from '../../client/query-client.ts'

/** Queries about invoices. */
export const invoiceKeys = {
  one: (invoiceId: string) => ['invoices', 'one', invoiceId],
  titles: (tenantId: string) => ['invoices', 'titles', tenantId],
  open: (tenantId: string) => ['invoices', 'open', tenantId],
}

/** Reads every list and every invoice again. */
export const rereadInvoices = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['invoices'] })
