import type { contact } from '@moqi/api/contact'
import { contactTypes } from '@moqi/domain/contacts/contact-rules'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { countContacts, lockAddressBook, lockContacts } from './contact-store.ts'

/** Deletes contacts: all of them, or none when one is not the person's own or gone already. */
export const deleteContacts: Handler<typeof contact.deleteContacts> = async (deps, member, { contactIdArray }) => {
  const ids = [...new Set(contactIdArray)]
  return deps.db.write(member.tenantId, async (tx) => {
    await lockAddressBook(tx, member)
    const rows = await lockContacts(tx, member, ids)
    for (const type of contactTypes) {
      await countContacts(tx, member, type, -rows.filter(({ contact_type }) => contact_type === type).length)
    }
    await tx
      .deleteFrom('contact')
      .where('tenant_id', '=', member.tenantId)
      .where('account_id', '=', member.accountId)
      .where('contact_id', 'in', ids)
      .execute()
    return keepAnswer(tx, deps, member, null)
  })
}
