import type { OrderDetail } from '@moqi/api/order'
import { draftLimits } from '@moqi/domain/contract/draft-limits'
import { Copy, UploadCloud } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { upload } from '../../client/upload.ts'
import { yuan } from '../../ui/amount.ts'
import { copyText } from '../../ui/copy-text.ts'
import { FileDrop } from '../../ui/file-drop.tsx'
import { success } from '../../ui/toast-store.ts'
import { rereadOrders } from './use-order.ts'

type Payee = NonNullable<OrderDetail['payee']>

/** Where to transfer to, every value to be copied, and where the bank's slip is handed in. */
export function TransferPanel({ order, payee }: { order: OrderDetail; payee: Payee }) {
  const rows: readonly (readonly [label: string, value: string, copied?: string])[] = [
    ['户名', payee.payeeName],
    ['开户行', payee.bankName],
    ['账号', payee.bankAccount, payee.bankAccount.replaceAll(' ', '')],
    ['金额', `${yuan(order.fen)} 元`, (order.fen / 100).toFixed(2)],
    ['汇款附言', payee.note],
  ]
  return (
    <div className="way-body transfer">
      <div className="bank">
        <h3>汇款到以下账户</h3>
        <dl>
          {rows.map(([label, value, copied = value]) => (
            <div key={label} className={label === '汇款附言' ? 'bank-note' : undefined}>
              <dt>{label}</dt>
              <dd>{value}</dd>
              <dd>
                <button
                  type="button"
                  className="icon-btn"
                  aria-label={`复制${label}`}
                  onClick={() => void copyText(copied)}
                >
                  <Copy size={16} />
                </button>
              </dd>
            </div>
          ))}
        </dl>
        <p className="small muted">
          {payee.isDemo === 1
            ? '演示环境：这不是真实账户，请勿汇款。'
            : `请用 ${order.spaceName || '本人'} 的账户汇款，附言填写订单尾号，便于核对。`}
        </p>
      </div>
      <VoucherDrop order={order} />
    </div>
  )
}

const megabytes = draftLimits.fileBytes / 1024 / 1024

function VoucherDrop({ order }: { order: OrderDetail }) {
  const [part, setPart] = useState<number | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const hand = async (file: File | undefined) => {
    if (!file || part !== null) return
    if (file.size > draftLimits.fileBytes) return setFault(`文件大小不能超过${megabytes}MB`)
    setFault(null)
    setPart(0)
    try {
      const { fileId } = await upload('uploadFile', file, { usage: 'voucher' }, { onProgress: setPart })
      await call('submitVoucher', { orderId: order.orderId, fileId }, { quiet: true })
      success('凭证已提交，2个工作日内审完')
    } catch (thrown) {
      setFault(thrown instanceof CallRefusal ? thrown.message : '上传中断，请检查网络后重新上传')
    }
    setPart(null)
    await rereadOrders()
  }
  return (
    <div className="slip">
      <h3>汇款后上传凭证</h3>
      <FileDrop
        accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"
        className="slip-drop"
        describedBy="slip-says"
        bad={fault !== null}
        onFiles={([file]) => void hand(file)}
      >
        <UploadCloud size={28} />
        <b>{part === null ? '点击或将回单拖到此处' : `正在上传 ${Math.round(part * 100)}%`}</b>
        <span>支持jpg、png、pdf，单个不超过{megabytes}MB</span>
      </FileDrop>
      <p
        id="slip-says"
        className={fault === null ? 'small muted' : 'small fault'}
        role={fault === null ? undefined : 'alert'}
      >
        {fault ?? '没有回单也可以先汇款，到期前回到本订单上传。'}
      </p>
    </div>
  )
}
