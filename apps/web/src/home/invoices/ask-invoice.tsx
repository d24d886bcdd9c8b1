import type { InvoiceDetail } from '@moqi/api/invoice'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import type { Space } from '../../client/space-store.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { invoicePath, invoicesPath } from '../../kit/orders/invoice-paths.ts'
import { useNavigate } from '../../router/hooks.ts'
import { Navigate } from '../../router/link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { CardState } from '../../ui/card-state.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { success } from '../../ui/toast-store.ts'
import { invoiceKeys, rereadInvoices } from './invoice-keys.ts'
import { InvoiceFields, type InvoiceWish } from './invoice-fields.tsx'
import { OrderChoice, sumOf } from './order-choice.tsx'

const useTitles = ({ tenantId }: Space) =>
  useQuery({
    queryKey: invoiceKeys.titles(tenantId),
    queryFn: ({ signal }) => call('listInvoiceTitles', {}, { signal }),
  })

const useOpenOrders = ({ tenantId }: Space) =>
  useInfiniteQuery({
    queryKey: invoiceKeys.open(tenantId),
    queryFn: ({ signal, pageParam }) => call('listInvoiceableOrders', { cursor: pageParam, pageSize: 20 }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** A new title begins as the space is authenticated. */
const beginOf = ({ spaceType, spaceName }: Space) => ({
  type: spaceType,
  name: spaceName,
  taxNo: '',
  address: '',
  phone: '',
  bank: '',
  account: '',
})

/** Asks for an invoice over what was paid. */
export function AskInvoice({ space }: { space: Space }) {
  const titles = useTitles(space)
  const open = useOpenOrders(space)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const navigate = useNavigate()
  const keyOf = useRepeatKey()
  const orders = open.data?.pages.flatMap(({ orderArray }) => orderArray) ?? []
  const there = new Set(orders.map(({ orderId }) => orderId).filter((orderId) => chosen.has(orderId)))
  const toggle = (orderId: string) => {
    const next = new Set(there)
    if (!next.delete(orderId)) next.add(orderId)
    setChosen(next)
  }
  const send = async (wish: InvoiceWish) => {
    const input = { ...wish, orderIdArray: [...there], fen: sumOf(orders, there) }
    const { invoiceId } = await call('askInvoice', input, { key: keyOf(input), quiet: true }).finally(rereadInvoices)
    success('开票申请已提交')
    await navigate(invoicePath(invoiceId), { replace: true })
  }
  return (
    <CardState query={open} rows={6}>
      {({ pages }) =>
        orders.length === 0 && !open.hasNextPage ? (
          <div className="card">
            <EmptyState title="没有可开票的订单" hint="已支付且未开票的订单会列在这里；退款的订单不能开票。">
              <ButtonLink to={invoicesPath}>返回发票</ButtonLink>
            </EmptyState>
          </div>
        ) : (
          <div className="invoice-form">
            <OrderChoice
              orders={orders}
              chosen={there}
              onToggle={toggle}
              onMore={open.hasNextPage ? () => void open.fetchNextPage() : null}
              busy={open.isFetchingNextPage}
            />
            <CardState query={titles} rows={5}>
              {({ titleArray }) => (
                <InvoiceFields
                  titles={titleArray}
                  begin={beginOf(space)}
                  initial={{ titleName: null, invoiceType: 'normal', email: '' }}
                  isPerson={space.spaceType === 'person'}
                  label={pages[0]?.label ?? null}
                  ready={there.size > 0}
                  send={send}
                />
              )}
            </CardState>
          </div>
        )
      }
    </CardState>
  )
}

/** Asks again for one that failed; any other is shown as it stands. */
export function AskAgain({ space, invoiceId }: { space: Space; invoiceId: string }) {
  const invoice = useQuery({
    queryKey: invoiceKeys.one(invoiceId),
    queryFn: ({ signal }) => call('getInvoice', { invoiceId }, { signal, quiet: true }),
    retry: false,
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
    <CardState query={invoice} rows={6}>
      {(data) =>
        data.invoiceStatus === 'failed' ? (
          <AgainForm space={space} invoice={data} />
        ) : (
          <Navigate replace to={invoicePath(invoiceId)} />
        )
      }
    </CardState>
  )
}

function AgainForm({ space, invoice }: { space: Space; invoice: InvoiceDetail }) {
  const titles = useTitles(space)
  const open = useOpenOrders(space)
  const navigate = useNavigate()
  const keyOf = useRepeatKey()
  const { invoiceId, orderArray, createTime, titleName, invoiceType, email, faultReason } = invoice
  const orders = orderArray.map((order) => ({ ...order, payTime: createTime }))
  const send = async (wish: InvoiceWish) => {
    const input = { ...wish, invoiceId }
    await call('askInvoiceAgain', input, { key: keyOf(input), quiet: true }).finally(rereadInvoices)
    success('开票申请已提交')
    await navigate(invoicePath(invoiceId), { replace: true })
  }
  return (
    <>
      <p className="invoice-fault fault">开票失败：{faultReason}</p>
      <div className="invoice-form">
        <OrderChoice
          orders={orders}
          chosen={new Set(orders.map(({ orderId }) => orderId))}
          onToggle={null}
          onMore={null}
          busy={false}
        />
        <CardState query={titles} rows={5}>
          {({ titleArray }) => (
            <InvoiceFields
              titles={titleArray}
              begin={beginOf(space)}
              initial={{ titleName, invoiceType, email }}
              isPerson={space.spaceType === 'person'}
              label={open.data?.pages[0]?.label ?? null}
              ready
              send={send}
            />
          )}
        </CardState>
      </div>
    </>
  )
}
