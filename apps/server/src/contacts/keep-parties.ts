import { type ContactFields, contactKey, contactLimits, contactTypes } from '@moqi/domain/contacts/contact-rules'
import type { PartyRow, StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { countContacts, lockAddressBook, newContact, type Owner } from './contact-store.ts'

/**
 * Notes in the launcher's address book that a contract was launched with its other parties, and adds those that are not
 * in it unless the launcher chose otherwise. What stands in it stays as it was written; a full one takes no more.
 */
export async function keepParties(
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  member: Member,
  { contract, parties }: StoredContract,
): Promise<void> {
  const others = othersOf(member, parties)
  if (others.length === 0) return
  const numbers = await lockAddressBook(tx, member)
  if (contract.save_contacts) {
    for (const type of contactTypes) {
      const room = Math.max(0, contactLimits.perAccount - numbers[type])
      const missing = others.filter(({ contactType }) => contactType === type).slice(0, room)
      if (missing.length > 0) await addMissing(deps, tx, member, missing)
    }
  }
  await noteUse(deps, tx, member, others)
}

function othersOf({ phone, accountId }: Member, parties: readonly PartyRow[]): ContactFields[] {
  const found = new Map<string, ContactFields>()
  for (const party of parties) {
    if (party.phone === phone || party.account_id === accountId) continue
    const contact = contactOf(party)
    found.set(contactKey(contact), contact)
  }
  return [...found.values()]
}

const contactOf = (party: PartyRow): ContactFields => ({
  contactType: party.kind === 'company' ? 'company' : 'person',
  name: party.name,
  phone: party.phone,
  companyName: party.company_name ?? '',
  creditCode: party.credit_code ?? '',
  email: '',
  remark: '',
})

/** Contacts of one type; those that are there already stay as they are. */
async function addMissing(
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  owner: Owner,
  contacts: readonly ContactFields[],
): Promise<void> {
  const added = await tx
    .insertInto('contact')
    .values(contacts.map((contact) => newContact(deps, owner, contact)))
    .onConflict((conflict) => conflict.constraint('contact_same').doNothing())
    .returning('contact_type')
    .execute()
  if (added[0]) await countContacts(tx, owner, added[0].contact_type, added.length)
}

async function noteUse(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { tenantId, accountId }: Owner,
  others: readonly ContactFields[],
): Promise<void> {
  await tx
    .updateTable('contact')
    .set((eb) => ({ used_at: now(), touched_at: now(), used_number: eb('used_number', '+', 1) }))
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('contact_type', 'phone', 'name', 'company_name'),
        'in',
        others.map((one) => tuple(one.contactType, one.phone, one.name, one.companyName)),
      ),
    )
    .execute()
}
