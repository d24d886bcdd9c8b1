import type { InvoiceState } from '@moqi/domain/orders/invoice-lifecycle'
import type { Tone } from '../../ui/tag.tsx'

/** The tone of each state of an invoice beside its word. */
export const invoiceTones: Readonly<Record<InvoiceState, Tone>> = {
  none: 'grey',
  applied: 'blue',
  issued: 'green',
  reversing: 'ochre',
  red: 'void',
  failed: 'seal',
  withdrawn: 'void',
}
