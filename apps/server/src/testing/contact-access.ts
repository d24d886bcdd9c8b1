import type { Ids } from './access-rows.ts'
import type { Player } from './contract-scene.ts'
import type { TestServer } from './test-server.ts'

/** Two contacts that the person has written down. */
export async function ownContacts(server: TestServer, who: Player): Promise<Pick<Ids, 'contactId' | 'doubleId'>> {
  const made: string[] = []
  for (const name of ['钱一', '钱二']) {
    const phone = `139${(server.deps.random(4).readUInt32BE() % 90_000_000) + 10_000_000}`
    const { data } = await server.call('saveContact', { contactType: 'person', name, phone }, who)
    made.push(data.contactId)
  }
  return { contactId: made[0] ?? '', doubleId: made[1] ?? '' }
}
