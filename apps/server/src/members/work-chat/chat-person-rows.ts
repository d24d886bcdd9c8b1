import type { KnownPerson } from '@moqi/domain/spaces/chat-sync'
import type { Db } from '#src/platform/database/database.ts'

/** Somebody whom the address book has named, and as whom of those that the provider has named. */
export type KnownChatPerson = KnownPerson & { userId: string }

/** Everybody whom the book named when it was last read. */
export async function knownPeople(own: Db, tenantId: string): Promise<KnownChatPerson[]> {
  const rows = await own.selectFrom('chat_person').where('tenant_id', '=', tenantId).selectAll().execute()
  return rows.map(({ subject, user_id, name, phone, chat_department_id, present }) => ({
    subject,
    userId: user_id,
    name,
    phone,
    departmentId: chat_department_id,
    present,
  }))
}

/** Keeps what the book says of somebody from now on. */
export async function putKnown(tx: Db, tenantId: string, person: KnownChatPerson): Promise<void> {
  const { subject, userId, name, phone, departmentId, present } = person
  const said = { user_id: userId, name, phone, chat_department_id: departmentId, present }
  await tx
    .insertInto('chat_person')
    .values({ tenant_id: tenantId, subject, ...said })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'subject']).doUpdateSet(said))
    .execute()
}
