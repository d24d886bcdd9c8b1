import type { contact } from '@moqi/api/contact'
import type { ContactFields } from '@moqi/domain/contacts/contact-rules'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import type { Member } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { type Db, isDuplicate } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { acceptContact } from './accept-contact.ts'
import {
  columnsOf,
  type ContactRow,
  countContacts,
  lockAddressBook,
  lockContacts,
  newContact,
  wireContact,
} from './contact-store.ts'

/** Adds a contact, or writes a newer version of one. Throws `contact/exists` for what is there already. */
export const saveContact: Handler<typeof contact.saveContact> = async (
  deps,
  member,
  { contactId, version, ...written },
) => {
  const accepted = acceptContact(written)
  return deps.db
    .write(member.tenantId, async (tx) => {
      await lockAddressBook(tx, member)
      const row = contactId
        ? await change(deps, tx, member, { contactId, version, accepted })
        : await add(deps, tx, member, accepted)
      return keepAnswer(tx, deps, member, wireContact(row))
    })
    .catch(asExisting)
}

/** A contact that met another like it. */
export function asExisting(error: unknown): never {
  if (!isDuplicate(error) || !String(error).includes('contact_same')) throw error
  throw new Refusal('contact/exists', { field: 'phone' }, { cause: error })
}

async function add(
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  member: Member,
  accepted: ContactFields,
): Promise<ContactRow> {
  await countContacts(tx, member, accepted.contactType, 1)
  return tx
    .insertInto('contact')
    .values(newContact(deps, member, accepted))
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Change = { contactId: string; version: number | undefined; accepted: ContactFields }

async function change(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  member: Member,
  { contactId, version, accepted }: Change,
): Promise<ContactRow> {
  const [row] = await lockContacts(tx, member, [contactId])
  if (!row || row.contact_type !== accepted.contactType) throw new Refusal('contact/not-found')
  if (row.version !== version) throw new Refusal('contact/stale')
  return tx
    .updateTable('contact')
    .set({ ...columnsOf(accepted), version: row.version + 1, touched_at: now() })
    .where('tenant_id', '=', member.tenantId)
    .where('contact_id', '=', contactId)
    .returningAll()
    .executeTakeFirstOrThrow()
}
