import type { Input } from '@moqi/api/call'
import type { invoice } from '@moqi/api/invoice'
import { flagOf } from '@moqi/api/wire/flag'
import { invoiceLimits } from '@moqi/domain/orders/invoice-amount'
import { checkTitle, type InvoiceTitle, type TitleField } from '@moqi/domain/orders/invoice-title'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import { titleColumns } from '#src/cores/invoice/invoice-rows.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { ownTitle, titlesOf } from './own-title.ts'

/** The titles of the space. */
export const listInvoiceTitles: Handler<typeof invoice.listInvoiceTitles> = async ({ db }, member) => {
  const rows = await db.read(member.tenantId, (tenant) => titlesOf(tenant, member))
  return {
    titleArray: rows.map((row) => ({
      titleId: row.title_id,
      titleType: row.title_type,
      titleName: row.name,
      taxNo: row.tax_no,
      address: row.address,
      phone: row.phone,
      bankName: row.bank,
      bankAccount: row.bank_account,
      isDefault: flagOf(row.is_default),
    })),
  }
}

/** As the call names the fields of a title. */
const wireFields: Readonly<Record<TitleField, keyof Input<typeof invoice.saveInvoiceTitle>>> = {
  name: 'titleName',
  taxNo: 'taxNo',
  address: 'address',
  phone: 'phone',
  bank: 'bankName',
  account: 'bankAccount',
}

function checkedTitle(input: Input<typeof invoice.saveInvoiceTitle>): InvoiceTitle {
  const { titleType, titleName, taxNo, address, phone, bankName, bankAccount } = input
  const typed = { type: titleType, name: titleName, taxNo, address, phone, bank: bankName, account: bankAccount }
  const checked = checkTitle(typed)
  if (checked.ok) return checked.value
  const faults = checked.faults.map(({ field, message }) => ({ field: wireFields[field], message }))
  throw new Refusal('field/invalid', { field: faults[0]?.field ?? 'titleName', message: faults[0]?.message, faults })
}

/** Keeps a title; the first of a space is its default. */
export const saveInvoiceTitle: Handler<typeof invoice.saveInvoiceTitle> = async (deps, member, input) => {
  const title = checkedTitle(input)
  const { tenantId } = member
  return deps.db.write(tenantId, async (tx) => {
    await lockTitles(tx, tenantId)
    const all = await titlesOf(tx, member)
    const { titleId: named } = input
    if (named !== undefined) await ownTitle(tx, member, named)
    else if (all.length >= invoiceLimits.titles) throw new Refusal('invoice-title/full')
    const titleId = named ?? deps.newId()
    const isDefault = input.isDefault || all.length === 0 || all.some((one) => one.title_id === named && one.is_default)
    if (isDefault) await dropDefault(tx, tenantId)
    const columns = { ...titleColumns(title), is_default: isDefault, changed_at: deps.now() }
    await tx
      .insertInto('invoice_title')
      .values({ tenant_id: tenantId, title_id: titleId, ...columns })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'title_id']).doUpdateSet(columns))
      .execute()
    return keepAnswer(tx, deps, member, { titleId })
  })
}

/** Takes a title's place as the one that is chosen unless another is. */
export const setDefaultInvoiceTitle: Handler<typeof invoice.setDefaultInvoiceTitle> = (deps, member, { titleId }) =>
  deps.db.write(member.tenantId, async (tx) => {
    await lockTitles(tx, member.tenantId)
    await ownTitle(tx, member, titleId)
    await dropDefault(tx, member.tenantId)
    await tx
      .updateTable('invoice_title')
      .set({ is_default: true })
      .where('tenant_id', '=', member.tenantId)
      .where('title_id', '=', titleId)
      .execute()
    return keepAnswer(tx, deps, member, null)
  })

/** Removes a title; invoices made out to it keep what they say. */
export const removeInvoiceTitle: Handler<typeof invoice.removeInvoiceTitle> = (deps, member, { titleId }) =>
  deps.db.write(member.tenantId, async (tx) => {
    await ownTitle(tx, member, titleId)
    await tx
      .deleteFrom('invoice_title')
      .where('tenant_id', '=', member.tenantId)
      .where('title_id', '=', titleId)
      .execute()
    return keepAnswer(tx, deps, member, null)
  })

/** Two saved at once are two after each other: one is the default. */
const lockTitles = (tx: Db, tenantId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`invoice titles ${tenantId}`}, 0))`.execute(tx)

const dropDefault = (tx: Db, tenantId: string) =>
  tx
    .updateTable('invoice_title')
    .set({ is_default: false })
    .where('tenant_id', '=', tenantId)
    .where('is_default', '=', true)
    .execute()
