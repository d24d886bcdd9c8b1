import type { AwaitedInvoice } from '@moqi/api/operator-invoice'
import { invoiceKindLabels, titleFieldLabels } from '@moqi/domain/orders/invoice-title'
import { Copy } from 'lucide-react'
import { yuan } from '../../ui/amount.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Facts } from '../../ui/facts.tsx'

/** What the invoice has to say, each value to be copied into the tax office's form. */
export function InvoiceFacts({ invoice }: { invoice: AwaitedInvoice }) {
  const { ownerName, invoiceType, fen, orderArray, reversesNo, redReason, email } = invoice
  const typed = [
    [titleFieldLabels.name, invoice.titleName],
    [titleFieldLabels.taxNo, invoice.taxNo],
    [titleFieldLabels.address, invoice.address],
    [titleFieldLabels.phone, invoice.phone],
    [titleFieldLabels.bank, invoice.bankName],
    [titleFieldLabels.account, invoice.bankAccount],
    ...(reversesNo === null ? [] : [['红冲的发票', reversesNo] as const]),
  ] as const
  return (
    <div className="invoice-says">
      <Facts
        className="issue-facts"
        facts={[
          ['申请人', ownerName],
          ['发票类型', invoiceKindLabels[invoiceType]],
          ...typed
            .filter(([, value]) => value !== '')
            .map(([label, value]) => [label, <Copied key={label} label={label} value={value} />] as const),
          ['邮箱', email],
          ...(redReason === null ? [] : [['红冲原因', redReason] as const]),
        ]}
      />
      <ul className="invoice-lines" aria-label="订单">
        {orderArray.map(({ orderNo, packName, quantity, fen: of }) => (
          <li key={orderNo} className="spread">
            <span>
              {packName}
              {quantity > 1 && ` × ${quantity}`}
              <span className="small muted num invoice-no">{orderNo}</span>
            </span>
            <span className="num">{yuan(of)}</span>
          </li>
        ))}
        <li className="spread">
          <b>价税合计</b>
          <b className="num">{yuan(fen)}元</b>
        </li>
      </ul>
    </div>
  )
}

function Copied({ label, value }: { label: string; value: string }) {
  return (
    <span className="invoice-copied">
      {value}
      <button type="button" className="icon-btn" aria-label={`复制${label}`} onClick={() => void copyText(value)}>
        <Copy size={16} />
      </button>
    </span>
  )
}
