import { countText } from '@moqi/domain/labels/count-text'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { call, callBlob } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { saveBlob } from '../../client/download.ts'
import { type Space, useSpace } from '../../client/space-store.ts'
import { MeActs } from '../../kit/frame/me-acts.tsx'
import { askInvoicePath } from '../../kit/orders/invoice-paths.ts'
import { hasRight } from '../../kit/space/space-facts.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Navigate } from '../../router/link.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CardState } from '../../ui/card-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Segments } from '../../ui/segments.tsx'
import { InvoicesTab } from './invoices-tab.tsx'
import { LedgerTab } from './ledger-tab.tsx'
import { OrdersTab } from './orders-tab.tsx'
import { PacksTab } from './packs-tab.tsx'
import './bill.css'

const tabs = ['packs', 'ledger', 'orders', 'invoices'] as const
type Tab = (typeof tabs)[number]
const pathOf = (tab: Tab) => `/user/bill?tab=${tab}`

/** /user/bill (checklist R40): packs, the ledger with the contract of each line, orders, invoices. */
export function BillPage() {
  const space = useSpace((state) => state.current)
  if (!space) return null
  if (!hasRight(space, 'buy')) return <Navigate replace to="/401" />
  return <Bill key={space.tenantId} space={space} />
}

function Bill({ space }: { space: Space }) {
  const [params] = useSearchParams()
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'packs'
  const packs = useQuery({
    queryKey: ['orders', 'packs', space.tenantId],
    queryFn: ({ signal }) => call('listPacks', {}, { signal }),
  })
  const bodies: Record<Tab, ReactNode> = {
    packs: (
      <CardState query={packs} rows={4}>
        {({ packArray }) => <PacksTab packs={packArray} />}
      </CardState>
    ),
    ledger: <LedgerTab tenantId={space.tenantId} />,
    orders: <OrdersTab tenantId={space.tenantId} />,
    invoices: <InvoicesTab tenantId={space.tenantId} />,
  }
  return (
    <>
      <MeActs>
        <ExportLedger />
        {space.spaceStatus === 'passAuth' && (
          <ButtonLink to="/cart/cart" variant="primary">
            购买套餐
          </ButtonLink>
        )}
      </MeActs>
      <section className="card bill-sums" aria-label="合计">
        <CardState query={packs} rows={1}>
          {({ surplus, endingNumber, usedNumber }) => (
            <Facts
              facts={[
                ['剩余发起签署', <Copies key="left" number={surplus} />],
                ['30天内到期', <Copies key="ending" number={endingNumber} soon={endingNumber > 0} />],
                ['本月使用', <Copies key="used" number={usedNumber} />],
              ]}
            />
          )}
        </CardState>
      </section>
      <div className="bill-tabs">
        <Segments
          label="账单"
          current={tab}
          segments={[
            { key: 'packs', label: '套餐', to: pathOf('packs') },
            { key: 'ledger', label: '份数明细', to: pathOf('ledger') },
            { key: 'orders', label: '订单', to: pathOf('orders') },
            { key: 'invoices', label: '发票', to: pathOf('invoices') },
          ]}
        />
        {tab === 'invoices' && <ButtonLink to={askInvoicePath()}>申请发票</ButtonLink>}
      </div>
      {bodies[tab]}
    </>
  )
}

const Copies = ({ number, soon = false }: { number: number; soon?: boolean }) => (
  <b className={soon ? 'ends-soon' : undefined}>{countText(number)} 份</b>
)

/** 导出Excel: the whole ledger as a workbook. */
function ExportLedger() {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await callBlob('exportLedger', {})
      .then((blob) => saveBlob(blob, '份数明细.xlsx'), showRefusal)
      .finally(() => setBusy(false))
  }
  return (
    <Button busy={busy} onClick={() => void save()}>
      <Download size={18} />
      导出Excel
    </Button>
  )
}
