import type { InvoiceDetail } from '@moqi/api/invoice'
import { invoiceStateLabels } from '@moqi/domain/labels/status-labels'
import { invoiceLogLabels } from '@moqi/domain/orders/invoice-log-verbs'
import { invoiceKindLabels } from '@moqi/domain/orders/invoice-title'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { useSpace } from '../../client/space-store.ts'
import { invoicesPath } from '../../kit/orders/invoice-paths.ts'
import { invoiceTones } from '../../kit/orders/invoice-tones.ts'
import { hasRight } from '../../kit/space/space-facts.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Link, Navigate } from '../../router/link.tsx'
import { yuan } from '../../ui/amount.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CardState } from '../../ui/card-state.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { AskAgain, AskInvoice } from './ask-invoice.tsx'
import { BackToInvoices } from './back-to-invoices.tsx'
import { InvoiceActs } from './invoice-acts.tsx'
import { invoiceKeys } from './invoice-keys.ts'
import './invoices.css'

/** How often one is read again that somebody makes out, ms. */
const readEvery: Partial<Record<InvoiceDetail['invoiceStatus'], number>> = { applied: 3000, reversing: 3000 }

/** An invoice from its asking to its end; without one, where it is asked for (checklist R40). */
export function InvoicePage() {
  const space = useSpace((state) => state.current)
  const [params] = useSearchParams()
  const invoiceId = params.get('invoiceId')
  if (!space) return null
  if (!hasRight(space, 'buy')) return <Navigate replace to="/401" />
  return (
    <>
      <BackToInvoices />
      {invoiceId === null && <AskInvoice key={space.tenantId} space={space} />}
      {invoiceId !== null &&
        (params.get('again') === '1' ? (
          <AskAgain key={invoiceId} space={space} invoiceId={invoiceId} />
        ) : (
          <One key={invoiceId} invoiceId={invoiceId} />
        ))}
    </>
  )
}

function One({ invoiceId }: { invoiceId: string }) {
  const invoice = useQuery({
    queryKey: invoiceKeys.one(invoiceId),
    queryFn: ({ signal }) => call('getInvoice', { invoiceId }, { signal, quiet: true }),
    retry: false,
    refetchInterval: ({ state }) => (state.data && readEvery[state.data.invoiceStatus]) || false,
  })
  if (invoice.error instanceof CallRefusal && !invoice.data)
    return (
      <div className="card">
        <EmptyState title={invoice.error.message}>
          <ButtonLink to={invoicesPath}>返回发票</ButtonLink>
        </EmptyState>
      </div>
    )
  return (
    <CardState query={invoice} rows={8}>
      {(data) => <Shown invoice={data} />}
    </CardState>
  )
}

function Shown({ invoice }: { invoice: InvoiceDetail }) {
  const { invoiceStatus, fen } = invoice
  const isRed = invoiceStatus === 'red'
  return (
    <div className="invoice">
      <div className="invoice-main">
        <section className="card invoice-orders" aria-labelledby="invoice-orders-title">
          <header className="spread">
            <h2 id="invoice-orders-title" className="h2">
              开票订单
            </h2>
            <span className="small muted">{invoice.orderArray.length}个订单，合开1张</span>
          </header>
          <ul>
            {invoice.orderArray.map((order) => (
              <li key={order.orderId}>
                <div>
                  <span>
                    <span>
                      {order.packName} × {order.quantity}
                    </span>
                    <Link className="link small" to={`/cart/order?orderId=${order.orderId}`}>
                      {order.orderNo}
                    </Link>
                  </span>
                  <b>¥{yuan(order.fen)}</b>
                </div>
              </li>
            ))}
          </ul>
        </section>
        <section className="card invoice-log" aria-labelledby="invoice-log-title">
          <h2 id="invoice-log-title" className="h2">
            开票进度
          </h2>
          <Timeline steps={stepsOf(invoice)} />
        </section>
      </div>
      <aside className="card invoice-side" aria-label="发票信息">
        <div className="spread">
          <Tag tone={invoiceTones[invoiceStatus]}>{invoiceStateLabels[invoiceStatus]}</Tag>
          <b className={isRed ? 'invoice-amount fault' : 'invoice-amount'}>
            {isRed && '−'}¥{yuan(fen)}
          </b>
        </div>
        {invoice.label !== null && <p className="invoice-label">{invoice.label}</p>}
        {invoice.faultReason && <p className="fault">{invoice.faultReason}</p>}
        <Facts className="invoice-facts" facts={factsOf(invoice)} />
        <InvoiceActs invoice={invoice} />
      </aside>
    </div>
  )
}

const factsOf = (invoice: InvoiceDetail) => {
  const facts: readonly (readonly [string, string | null])[] = [
    ['发票号码', invoice.invoiceNo],
    ['开票时间', invoice.issueTime === null ? null : formatDate(invoice.issueTime, '{y}-{m}-{d} {h}:{i}')],
    ['红字发票号码', invoice.redNo],
    ['红冲原因', invoice.redReason],
    ['发票类型', invoiceKindLabels[invoice.invoiceType]],
    ['抬头', invoice.titleName],
    ['税号', invoice.taxNo],
    ['注册地址', invoice.address],
    ['注册电话', invoice.phone],
    ['开户银行', invoice.bankName],
    ['银行账号', invoice.bankAccount],
    ['邮箱', invoice.email],
  ]
  return facts.filter(([, value]) => value)
}

const stepsOf = ({ logArray }: InvoiceDetail) =>
  logArray.map(({ logTime, who, verb, detail }, index) => ({
    id: `${index} ${verb}`,
    state: 'done' as const,
    title: invoiceLogLabels[verb],
    at: formatDate(logTime),
    children: <p className="small muted">{[who, detail].filter(Boolean).join('　')}</p>,
  }))
