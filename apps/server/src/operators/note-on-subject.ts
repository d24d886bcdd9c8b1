import { addLog } from '#src/cores/contract/contract-log.ts'
import { addInvoiceLog } from '#src/cores/invoice/invoice-rows.ts'
import { addOrderLog, platformName } from '#src/cores/order/order-rows.ts'
import { addSealLog } from '#src/cores/seal/seal-log.ts'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { FoundJob } from '#src/platform/jobs/find-jobs.ts'
import { isUuid } from '#src/platform/uuid.ts'

type Line = { verb: 'retryJob' | 'dropJob'; detail: string }
type Noting = Pick<Deps, 'now' | 'newId'>

/**
 * Tells whose work a job is what the platform did with it, in the log of what it is about: a contract's, an order's, an
 * invoice's, or that of the space's seals. What is about none of these, or is gone, has no log but the operator's.
 */
export async function noteOnSubject(deps: Noting, tx: Db, job: FoundJob, line: Line): Promise<void> {
  const { contractId, approvalId, sealId, grantId, orderId, paymentNo, invoiceId, messageId } = job.about
  if (paymentNo !== undefined) return noteOnPayment(deps, tx, paymentNo, line)
  const place = await contractPlace(tx, job.space, { contractId, approvalId, messageId })
  if (place) return noteOnContract(deps, tx, place, line)
  const tenantId = job.space
  if (tenantId === null || !isUuid(tenantId)) return
  if (orderId !== undefined) return noteOnOrder(deps, tx, { tenantId, orderId }, line)
  if (invoiceId !== undefined) return noteOnInvoice(deps, tx, { tenantId, invoiceId }, line)
  if (sealId === undefined && grantId === undefined && job.task !== 'makeFirstSeal') return
  const seal = sealId !== undefined && isUuid(sealId) ? sealId : null
  await inTenant(tx, tenantId, () => addSealLog(deps, tx, null, { tenantId, sealId: seal, ...line }))
}

type Place = { homeTenantId: string; contractId: string }
type Named = Record<'contractId' | 'approvalId' | 'messageId', string | undefined>

/** The contract that a job is about: by its id, its application's or its message's; null for none. */
async function contractPlace(tx: Db, space: string | null, named: Named): Promise<Place | null> {
  const { contractId, approvalId, messageId } = named
  if (messageId !== undefined) return placeOfMessage(tx, messageId)
  if (space === null || !isUuid(space)) return null
  if (contractId !== undefined) return isUuid(contractId) ? { homeTenantId: space, contractId } : null
  return approvalId === undefined ? null : placeOfApproval(tx, space, approvalId)
}

/** A message knows its contract, and the space whose doing sends it. */
async function placeOfMessage(tx: Db, messageId: string): Promise<Place | null> {
  if (!isUuid(messageId)) return null
  const found = await tx
    .selectFrom('message')
    .where('message_id', '=', messageId)
    .select(['contract_id', 'sender_tenant_id'])
    .executeTakeFirst()
  if (!found?.contract_id || !found.sender_tenant_id) return null
  return { homeTenantId: found.sender_tenant_id, contractId: found.contract_id }
}

async function placeOfApproval(tx: Db, tenantId: string, approvalId: string): Promise<Place | null> {
  if (!isUuid(approvalId)) return null
  const found = await inTenant(tx, tenantId, () =>
    tx
      .selectFrom('approval')
      .where('tenant_id', '=', tenantId)
      .where('approval_id', '=', approvalId)
      .select(['home_tenant_id', 'contract_id'])
      .executeTakeFirst(),
  )
  return found ? { homeTenantId: found.home_tenant_id, contractId: found.contract_id } : null
}

/** Of a contract that is gone there is nothing to add a line to. */
const noteOnContract = ({ now }: Noting, tx: Db, place: Place, line: Line): Promise<void> =>
  inTenant(tx, place.homeTenantId, () => addLog(tx, place, now(), { accountId: null, name: platformName }, line))

async function noteOnPayment(deps: Noting, tx: Db, paymentNo: string, line: Line): Promise<void> {
  const found = await tx
    .selectFrom('payment')
    .where('payment_no', '=', paymentNo)
    .select(['tenant_id', 'order_id'])
    .executeTakeFirst()
  if (found) await noteOnOrder(deps, tx, { tenantId: found.tenant_id, orderId: found.order_id }, line)
}

async function noteOnOrder(
  deps: Noting,
  tx: Db,
  { tenantId, orderId }: { tenantId: string; orderId: string },
  line: Line,
): Promise<void> {
  if (!isUuid(orderId)) return
  await inTenant(tx, tenantId, async () => {
    const place = { tenant_id: tenantId, order_id: orderId }
    const found = await tx
      .selectFrom('pack_order')
      .where('tenant_id', '=', tenantId)
      .where('order_id', '=', orderId)
      .select('order_id')
      .executeTakeFirst()
    if (found) await addOrderLog(deps, tx, place, { ...line, who: platformName })
  })
}

async function noteOnInvoice(
  deps: Noting,
  tx: Db,
  { tenantId, invoiceId }: { tenantId: string; invoiceId: string },
  line: Line,
): Promise<void> {
  if (!isUuid(invoiceId)) return
  await inTenant(tx, tenantId, async () => {
    const place = { tenant_id: tenantId, invoice_id: invoiceId }
    const found = await tx
      .selectFrom('invoice')
      .where('tenant_id', '=', tenantId)
      .where('invoice_id', '=', invoiceId)
      .select('invoice_id')
      .executeTakeFirst()
    if (found) await addInvoiceLog(deps, tx, place, { ...line, who: platformName })
  })
}
