import type { contact } from '@moqi/api/contact'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { acceptContact } from './accept-contact.ts'
import {
  columnsOf,
  type ContactRow,
  countContacts,
  lockAddressBook,
  lockContacts,
  wireContact,
} from './contact-store.ts'
import { asExisting } from './save-contact.ts'

/** Makes one contact of several: the first stays, with what the person chose; the others go. */
export const mergeContacts: Handler<typeof contact.mergeContacts> = async (
  deps,
  member,
  { contactArray, ...written },
) =>
  deps.db
    .write(member.tenantId, async (tx) => {
      await lockAddressBook(tx, member)
      const rows = await lockContacts(
        tx,
        member,
        contactArray.map(({ contactId }) => contactId),
      )
      const kept = checkedFirst(rows, contactArray)
      const accepted = acceptContact({ ...written, contactType: kept.contact_type })
      const others = rows.slice(1)
      await tx
        .deleteFrom('contact')
        .where('tenant_id', '=', member.tenantId)
        .where('account_id', '=', member.accountId)
        .where(
          'contact_id',
          'in',
          others.map(({ contact_id }) => contact_id),
        )
        .execute()
      await countContacts(tx, member, kept.contact_type, -others.length)
      const merged = await tx
        .updateTable('contact')
        .set({ ...columnsOf(accepted), ...useOf(rows), version: kept.version + 1, touched_at: deps.now() })
        .where('tenant_id', '=', member.tenantId)
        .where('contact_id', '=', kept.contact_id)
        .returningAll()
        .executeTakeFirstOrThrow()
      return keepAnswer(tx, deps, member, wireContact(merged))
    })
    .catch(asExisting)

/** The one that stays; all must be of one type and as the person saw them. */
function checkedFirst(rows: readonly ContactRow[], seen: readonly { version: number }[]): ContactRow {
  const [first] = rows
  if (!first) throw new Refusal('contact/not-found')
  if (rows.some(({ version }, index) => version !== seen[index]?.version)) throw new Refusal('contact/stale')
  if (rows.some(({ contact_type }) => contact_type !== first.contact_type)) {
    throw new Refusal('field/invalid', { field: 'contactArray', message: '个人联系人与企业联系人不能合并' })
  }
  return first
}

/** What was launched with any of them was launched with the one. */
function useOf(rows: readonly ContactRow[]): Pick<ContactRow, 'used_at' | 'used_number'> {
  const times = rows.flatMap(({ used_at }) => (used_at === null ? [] : [used_at]))
  return {
    used_at: times.length === 0 ? null : Math.max(...times),
    used_number: rows.reduce((sum, { used_number }) => sum + used_number, 0),
  }
}
