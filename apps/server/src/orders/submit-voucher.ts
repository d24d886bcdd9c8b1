import type { order } from '@moqi/api/order'
import { Refusal } from '@moqi/domain/refusal'
import { setPayWay } from '#src/cores/order/make-order.ts'
import { moveOrder } from '#src/cores/order/order-rows.ts'
import { closeBills, transferChannel, waitingPayment } from '#src/cores/order/payments.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { ownOrder } from './own-order.ts'

/** Hands in the bank's slip of a transfer; the operator looks at it, and the order no longer closes by itself. */
export const submitVoucher: Handler<typeof order.submitVoucher> = (deps, member, { orderId, fileId }) =>
  deps.db.write(member.tenantId, async (tx) => {
    if (deps.config.payee === null)
      throw new Refusal('service/unavailable', { message: '平台暂不支持对公转账，请选择在线支付' })
    const found = await ownOrder(tx, member, orderId, { lock: true })
    const file = isUuid(fileId)
      ? await tx
          .selectFrom('file')
          .where('tenant_id', '=', member.tenantId)
          .where('file_id', '=', fileId)
          .where('account_id', '=', member.accountId)
          .where('usage', '=', 'voucher')
          .select('name')
          .executeTakeFirst()
      : undefined
    if (!file) throw new Refusal('file/not-found')
    const more = { voucher_file_id: fileId, voucher_fault: null }
    const moved = await moveOrder(deps, tx, found, 'submitVoucher', { who: member.nickName, detail: file.name, more })
    await closeBills(deps, tx, moved)
    await waitingPayment(deps, tx, moved, { channel: transferChannel, form: null })
    if (moved.pay_way !== 'transfer') await setPayWay(deps, tx, moved, 'transfer')
    return keepAnswer(tx, deps, member, null)
  })
