import type { Invoice } from '@moqi/api/invoice'
import { invoiceFileName } from '@moqi/domain/orders/invoice-title'
import { callBlob } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { saveBlob } from '../../client/download.ts'

type Saved = Pick<Invoice, 'invoiceId' | 'invoiceType' | 'invoiceNo'>

/** Saves the PDF of an invoice, or of its red letter; a refusal is shown. */
export async function saveInvoice(
  { invoiceId, invoiceType, invoiceNo }: Saved,
  letter: 'blue' | 'red' = 'blue',
): Promise<void> {
  await callBlob('downloadInvoice', { invoiceId, letter }).then(
    (blob) => saveBlob(blob, invoiceFileName(invoiceType, invoiceNo ?? '', letter === 'red')),
    showRefusal,
  )
}
