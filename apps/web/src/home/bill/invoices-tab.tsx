import type { Invoice } from '@moqi/api/invoice'
import { invoiceStateLabels } from '@moqi/domain/labels/status-labels'
import { invoiceKindLabels } from '@moqi/domain/orders/invoice-title'
import { formatDate } from '@moqi/domain/time/format-date'
import { call } from '../../client/call.ts'
import { invoicePath } from '../../kit/orders/invoice-paths.ts'
import { invoiceTones } from '../../kit/orders/invoice-tones.ts'
import { saveInvoice } from '../../kit/orders/save-invoice.ts'
import { Link } from '../../router/link.tsx'
import { yuan } from '../../ui/amount.ts'
import { ListCard } from '../../ui/list-card.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { BillList } from './bill-list.tsx'

/** The space's invoices, newest first. */
export function InvoicesTab({ tenantId }: { tenantId: string }) {
  return (
    <BillList
      queryKey={['invoices', 'list', tenantId]}
      read={async (page, signal) => {
        const { invoiceArray, nextCursor } = await call('listInvoices', page, { signal })
        return { rows: invoiceArray, nextCursor }
      }}
      columns={columns}
      rowKey={({ invoiceId }) => invoiceId}
      renderCard={(invoice) => (
        <ListCard
          title={invoice.titleName}
          tag={<InvoiceTag invoice={invoice} />}
          facts={[
            ['发票号码', numberOf(invoice)],
            ['发票类型', invoiceKindLabels[invoice.invoiceType]],
            ['金额', amountOf(invoice)],
          ]}
          note={invoice.faultReason && <p className="small fault">{invoice.faultReason}</p>}
          foot={askedAt(invoice)}
          actions={<Acts invoice={invoice} />}
        />
      )}
      empty="暂无发票"
    />
  )
}

const numberOf = ({ invoiceNo }: Invoice) => invoiceNo ?? '尚未开具'
const askedAt = ({ createTime, orderNumber }: Invoice) =>
  `${formatDate(createTime, '{y}-{m}-{d} {h}:{i}')} 申请，${orderNumber}个订单`
const amountOf = ({ fen, invoiceStatus }: Invoice) => (invoiceStatus === 'red' ? `−¥${yuan(fen)}` : `¥${yuan(fen)}`)

const columns: readonly PlainColumn<Invoice>[] = [
  {
    title: '发票号码',
    render: (invoice) => <TwoLines name={numberOf(invoice)} company={askedAt(invoice)} />,
  },
  { title: '发票类型', width: 104, render: ({ invoiceType }) => invoiceKindLabels[invoiceType] },
  {
    title: '抬头',
    width: 200,
    shownFrom: 'desktop',
    render: ({ titleName }) => <TwoLines name={titleName} />,
  },
  { title: '金额', width: 128, render: (invoice) => <span className="num">{amountOf(invoice)}</span> },
  {
    title: '状态',
    width: 152,
    render: (invoice) => (
      <span className="bill-state">
        <InvoiceTag invoice={invoice} />
        {invoice.faultReason && (
          <span className="small fault clip" title={invoice.faultReason}>
            {invoice.faultReason}
          </span>
        )}
      </span>
    ),
  },
  { title: '操作', width: 112, render: (invoice) => <Acts invoice={invoice} /> },
]

const InvoiceTag = ({ invoice: { invoiceStatus } }: { invoice: Invoice }) => (
  <Tag tone={invoiceTones[invoiceStatus]}>{invoiceStateLabels[invoiceStatus]}</Tag>
)

function Acts({ invoice }: { invoice: Invoice }) {
  const { invoiceId, invoiceNo } = invoice
  const subject = invoiceNo ?? askedAt(invoice)
  return (
    <span className="row">
      {invoiceNo !== null && (
        <button
          type="button"
          className="link"
          aria-label={`下载：${subject}`}
          onClick={() => void saveInvoice(invoice)}
        >
          下载
        </button>
      )}
      <Link className="link" to={invoicePath(invoiceId)} aria-label={`查看：${subject}`}>
        查看
      </Link>
    </span>
  )
}
