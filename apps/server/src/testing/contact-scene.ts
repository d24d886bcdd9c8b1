import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import type { Ids } from './call-row.ts'
import type { Player } from './contract-scene.ts'
import type { TestServer } from './test-server.ts'

/** A contact as it is written down. */
export type WrittenContact = Sent<Table['saveContact']>

export const personContact = (name: string, phone: string, more: Partial<WrittenContact> = {}): WrittenContact => ({
  contactType: 'person',
  name,
  phone,
  ...more,
})

export const companyContact = (companyName: string, name: string, phone: string): WrittenContact => ({
  ...personContact(name, phone, { companyName }),
  contactType: 'company',
})

/** Writes a contact down; throws what the server refuses it for. */
export async function savedContact(server: TestServer, who: Player, written: WrittenContact) {
  const { code, message, data } = await server.call('saveContact', written, who)
  if (code !== 200) throw new Error(message)
  return data
}

/** Forgets every contact of the tenant, with the numbers kept of them. */
export async function forgetContacts(server: TestServer, { tenantId }: Player): Promise<void> {
  await server.deps.db.write(tenantId, async (tx) => {
    for (const table of ['contact', 'contact_count'] as const) {
      await tx.deleteFrom(table).where('tenant_id', '=', tenantId).execute()
    }
  })
}

/** Two contacts that the person has written down. */
export async function ownContacts(server: TestServer, who: Player): Promise<Pick<Ids, 'contactId' | 'doubleId'>> {
  const made: string[] = []
  for (const name of ['钱一', '钱二']) {
    const phone = `139${(server.deps.random(4).readUInt32BE() % 90_000_000) + 10_000_000}`
    const { contactId } = await savedContact(server, who, personContact(name, phone))
    made.push(contactId)
  }
  return { contactId: made[0] ?? '', doubleId: made[1] ?? '' }
}
