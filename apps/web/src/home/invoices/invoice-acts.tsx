import type { InvoiceDetail } from '@moqi/api/invoice'
import { invoiceLifecycle } from '@moqi/domain/orders/invoice-lifecycle'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { ReasonSheet } from '../../kit/operations/reason-sheet.tsx'
import { askInvoicePath } from '../../kit/orders/invoice-paths.ts'
import { saveInvoice } from '../../kit/orders/save-invoice.ts'
import { ask } from '../../ui/ask-store.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { success } from '../../ui/toast-store.ts'
import { rereadInvoices } from './invoice-keys.ts'

/** What may be done with an invoice, by its state. */
export function InvoiceActs({ invoice }: { invoice: InvoiceDetail }) {
  const { invoiceId, invoiceStatus, invoiceNo, redNo } = invoice
  return (
    <div className="invoice-acts">
      {redNo !== null && <Save invoice={{ ...invoice, invoiceNo: redNo }} letter="red" />}
      {invoiceNo !== null && <Save invoice={invoice} letter="blue" />}
      {invoiceStatus === 'failed' && (
        <ButtonLink to={askInvoicePath(invoiceId)} variant="primary" block>
          修改后重新申请
        </ButtonLink>
      )}
      {invoice.withdrawable === 1 && <Withdraw invoiceId={invoiceId} />}
      {invoiceLifecycle.can(invoiceStatus, 'askReversal') && <Reverse invoiceId={invoiceId} />}
    </div>
  )
}

function Save({ invoice, letter }: { invoice: InvoiceDetail; letter: 'blue' | 'red' }) {
  const saving = useMutation({ mutationFn: () => saveInvoice(invoice, letter) })
  return (
    <Button
      block
      variant={letter === 'blue' ? 'primary' : 'plain'}
      busy={saving.isPending}
      onClick={() => saving.mutate()}
    >
      <Download size={18} />
      {letter === 'blue' ? '下载发票' : '下载红字发票'}
    </Button>
  )
}

function Withdraw({ invoiceId }: { invoiceId: string }) {
  const keyOf = useRepeatKey()
  const withdrawing = useMutation({
    mutationFn: () => call('withdrawInvoice', { invoiceId }, { key: keyOf(invoiceId) }),
    onSuccess: () => success('开票申请已撤回'),
    onError: showRefusal,
    onSettled: rereadInvoices,
  })
  const confirm = async () => {
    const question = { title: '提示', text: '确定要撤回该开票申请吗？', detail: '撤回后订单可以重新申请开票。' }
    if (await ask({ ...question, confirm: '撤回申请', cancel: '再想想' })) withdrawing.mutate()
  }
  return (
    <Button block busy={withdrawing.isPending} onClick={() => void confirm()}>
      撤回申请
    </Button>
  )
}

function Reverse({ invoiceId }: { invoiceId: string }) {
  const [asked, setAsked] = useState(false)
  const done = () => {
    setAsked(false)
    void rereadInvoices()
  }
  return (
    <>
      <Button block onClick={() => setAsked(true)}>
        申请红冲
      </Button>
      {asked && (
        <ReasonSheet
          draft={`reverse ${invoiceId}`}
          question="确定要红冲这张发票吗？"
          consequence="整张发票作废，红冲完成后，其中的订单可以重新开票或申请退款。"
          required
          send={(reason = '', key) => call('reverseInvoice', { invoiceId, reason }, { key })}
          onDone={() => {
            done()
            success('已申请红冲')
          }}
          onRefused={(refusal) => {
            done()
            showRefusal(refusal)
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
