import type { Contact } from '@moqi/api/contact'
import {
  type ContactFields,
  contactLimits,
  contactSearch,
  type ContactType,
  contactTypes,
} from '@moqi/domain/contacts/contact-rules'
import { Refusal } from '@moqi/domain/refusal'
import type { Selectable } from 'kysely'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** A contact as it is kept, its own in each space. */
export type ContactRow = Selectable<Schema['contact']>

/** Whose address book: an account's in one of its spaces. */
export type Owner = Pick<Member, 'tenantId' | 'accountId'>

/** The contacts of an address book. */
export const contactsOf = (db: Db, { tenantId, accountId }: Owner) =>
  db.selectFrom('contact').where('tenant_id', '=', tenantId).where('account_id', '=', accountId)

/** The own contacts of these ids, held until the transaction ends; throws `contact/not-found` if one is not there. */
export async function lockContacts(tx: Db, owner: Owner, ids: readonly string[]): Promise<ContactRow[]> {
  if (new Set(ids).size !== ids.length || !ids.every(isUuid)) throw new Refusal('contact/not-found')
  const found = await contactsOf(tx, owner)
    .where('contact_id', 'in', [...ids])
    .orderBy('contact_id')
    .selectAll()
    .forUpdate()
    .execute()
  const rows = ids.flatMap((id) => found.filter(({ contact_id }) => contact_id === id))
  if (rows.length !== ids.length) throw new Refusal('contact/not-found')
  return rows
}

/** How many contacts of each type an address book holds. */
export type ContactNumbers = Record<ContactType, number>

/** One change of an address book at a time: whoever changes what is in it takes its counters first. */
export async function lockAddressBook(tx: Db, owner: Owner): Promise<ContactNumbers> {
  const rows = await tx
    .insertInto('contact_count')
    .values(contactTypes.map((type) => ({ ...keyOf(owner, type), number: 0 })))
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'account_id', 'contact_type'])
        .doUpdateSet((eb) => ({ number: eb.ref('contact_count.number') })),
    )
    .returning(['contact_type', 'number'])
    .execute()
  const numberOf = (type: ContactType) => rows.find(({ contact_type }) => contact_type === type)?.number ?? 0
  return { person: numberOf('person'), company: numberOf('company') }
}

/** Counts contacts in or out; throws `contact/full` when that makes more than an address book holds. */
export async function countContacts(tx: Db, owner: Owner, type: ContactType, change: number): Promise<void> {
  if (change === 0) return
  const { contact_type, ...book } = keyOf(owner, type)
  const { number } = await tx
    .updateTable('contact_count')
    .set((eb) => ({ number: eb('number', '+', change) }))
    .where('tenant_id', '=', book.tenant_id)
    .where('account_id', '=', book.account_id)
    .where('contact_type', '=', contact_type)
    .returning('number')
    .executeTakeFirstOrThrow()
  if (change > 0 && number > contactLimits.perAccount) throw new Refusal('contact/full')
}

const keyOf = ({ tenantId, accountId }: Owner, contact_type: ContactType) => ({
  tenant_id: tenantId,
  account_id: accountId,
  contact_type,
})

/** How the fields of a contact are stored. */
export const columnsOf = (contact: ContactFields) => ({
  contact_type: contact.contactType,
  name: contact.name,
  phone: contact.phone,
  company_name: contact.companyName,
  credit_code: contact.creditCode,
  email: contact.email,
  remark: contact.remark,
  search: contactSearch(contact),
})

/** The row of a contact that is new in an address book. */
export const newContact = (
  { newId, now }: Pick<Deps, 'newId' | 'now'>,
  owner: Owner,
  contact: ContactFields,
): ContactRow => ({
  tenant_id: owner.tenantId,
  contact_id: newId(),
  account_id: owner.accountId,
  ...columnsOf(contact),
  version: 1,
  used_at: null,
  used_number: 0,
  touched_at: now(),
})

/** A contact as it travels. */
export const wireContact = (row: ContactRow): Contact => ({
  contactId: row.contact_id,
  version: row.version,
  contactType: row.contact_type,
  name: row.name,
  phone: row.phone,
  companyName: row.company_name,
  creditCode: row.credit_code,
  email: row.email,
  remark: row.remark,
  useTime: row.used_at,
  useNumber: row.used_number,
})
