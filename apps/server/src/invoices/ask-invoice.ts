import type { invoice } from '@moqi/api/invoice'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { checkEmail } from '@moqi/domain/identity/email'
import { type InvoiceKind, type InvoiceTitle, specialFault } from '@moqi/domain/orders/invoice-title'
import { Refusal } from '@moqi/domain/refusal'
import {
  askAgain,
  askInvoice as ask,
  askReversal,
  withdrawInvoice as withdraw,
} from '#src/cores/invoice/ask-invoice.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { ownTitle } from './own-title.ts'

/** Asks for one invoice over several orders, at the sum that was shown. */
export const askInvoice: Handler<typeof invoice.askInvoice> = async (deps, member, input) => {
  const { orderIdArray: orderIds, fen, titleId, invoiceType: kind } = input
  const email = fieldOf('email', checkEmail(input.email))
  if (!orderIds.every(isUuid)) throw new Refusal('order/not-found')
  return deps.db.write(member.tenantId, async (tx) => {
    const title = await ownTitle(tx, member, titleId)
    await requireFitting(tx, member, kind, title)
    const made = await ask(deps, tx, member, { orderIds, fen, kind, title, email })
    return keepAnswer(tx, deps, member, { invoiceId: made.invoice_id })
  })
}

/** Asks again for one that failed, with what was mended. */
export const askInvoiceAgain: Handler<typeof invoice.askInvoiceAgain> = async (deps, member, input) => {
  const { invoiceId, titleId, invoiceType: kind } = input
  const email = fieldOf('email', checkEmail(input.email))
  requireId(invoiceId)
  return deps.db.write(member.tenantId, async (tx) => {
    const title = await ownTitle(tx, member, titleId)
    await requireFitting(tx, member, kind, title)
    await askAgain(deps, tx, member, { invoiceId, kind, title, email })
    return keepAnswer(tx, deps, member, null)
  })
}

/** Takes back what nobody has issued yet. */
export const withdrawInvoice: Handler<typeof invoice.withdrawInvoice> = async (deps, member, { invoiceId }) => {
  requireId(invoiceId)
  return deps.db.write(member.tenantId, async (tx) => {
    await withdraw(deps, tx, member, invoiceId)
    return keepAnswer(tx, deps, member, null)
  })
}

/** Asks for the red letter. */
export const reverseInvoice: Handler<typeof invoice.reverseInvoice> = async (deps, member, { invoiceId, ...said }) => {
  const reason = fieldOf('reason', checkReason(said.reason))
  requireId(invoiceId)
  return deps.db.write(member.tenantId, async (tx) => {
    await askReversal(deps, tx, member, { invoiceId, reason })
    return keepAnswer(tx, deps, member, null)
  })
}

function requireId(invoiceId: string): void {
  if (!isUuid(invoiceId)) throw new Refusal('invoice/not-found')
}

/** A special invoice is made out to the authenticated company itself. */
async function requireFitting(tx: Db, member: Member, kind: InvoiceKind, title: InvoiceTitle): Promise<void> {
  if (kind === 'normal') return
  const space = await tx
    .selectFrom('space')
    .where('tenant_id', '=', member.tenantId)
    .select(['kind', 'name', 'credit_code'])
    .executeTakeFirstOrThrow()
  const message = specialFault(title, { type: space.kind, name: space.name, creditCode: space.credit_code })
  if (message !== null) throw new Refusal('field/invalid', { field: 'invoiceType', message })
}
